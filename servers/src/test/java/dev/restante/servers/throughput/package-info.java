/**
 * Message-driven beans of two resource adapters on the same server that do the same, and measure how long it takes.
 * Deployed to WildFly as {@code throughput.war}.
 */
package dev.restante.servers.throughput;
