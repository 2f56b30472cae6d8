/**
 * Application with a bean whose activation configuration contains an unknown property. A test deploys it to the servers
 * in place of the probe.
 */
package dev.restante.servers.misspelt;
