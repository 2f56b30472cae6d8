/**
 * Application that the tests deploy to the servers as {@code probe.war}, in addition to the sample. It contains work on
 * several resources, which a test can interrupt, and a message-driven bean whose rows a test counts.
 */
package dev.restante.servers.probe;
