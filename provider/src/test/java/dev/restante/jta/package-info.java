/**
 * Tests of distributed transactions with a real transaction manager and other resources, through the public API. They
 * run in one JVM and in child JVMs that are killed.
 */
package dev.restante.jta;
