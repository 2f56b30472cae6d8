/** What survives processes that are killed, paused or watched, proved on child JVMs through the public API. */
package dev.restante.durability;
