/**
 * Nodes with an application each, faults of all kinds, and a check of what the applications were told against what is
 * there.
 */
package dev.restante.drill;
