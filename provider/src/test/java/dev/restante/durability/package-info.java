/** Durability tests with child JVMs that are killed, paused or watched. The tests use the public API. */
package dev.restante.durability;
