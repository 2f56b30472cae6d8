/**
 * Resource adapter that the tests deploy to the servers. On request, its resource ends the JVM between prepare and
 * commit. The resource records its branches in files, so that a restarted server can recover them.
 */
package dev.restante.servers.crash;
