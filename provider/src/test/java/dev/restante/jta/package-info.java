/**
 * Distributed transactions proved with a real transaction manager and other resources, in one JVM and in child JVMs
 * that are killed, through the public API.
 */
package dev.restante.jta;
