/**
 * Application that a test deploys to WildFly as {@code throughput.war}. Its message-driven beans do equal work through
 * the resource adapters of Restante and Artemis, and it measures the duration for each adapter.
 */
package dev.restante.servers.throughput;
