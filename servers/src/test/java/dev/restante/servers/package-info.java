/**
 * The resource adapter and the sample on real servers: one suite, {@link dev.restante.servers.ServerContract}, that
 * every server runs.
 */
package dev.restante.servers;
