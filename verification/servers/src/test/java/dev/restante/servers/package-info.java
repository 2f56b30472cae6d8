/**
 * Tests of the resource adapter and the sample on real servers. All servers run one test suite,
 * {@link dev.restante.servers.ServerContract}.
 */
package dev.restante.servers;
