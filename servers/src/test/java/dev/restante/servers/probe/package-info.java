/**
 * What the tests need in a server beside the sample: work of several resources that can be interrupted, and a
 * message-driven bean that counts. Deployed to the servers as {@code probe.war}.
 */
package dev.restante.servers.probe;
