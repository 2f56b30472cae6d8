/**
 * A resource adapter whose resource ends the JVM between prepare and commit when it is told to, and remembers in files
 * what it has done, so that it can be recovered. Deployed to the servers.
 */
package dev.restante.servers.crash;
