/**
 * Drills of nodes with applications under faults of all kinds, with a check of the applications' reports against the
 * remaining messages.
 */
package dev.restante.drill;
