/** Execution of the Alloy model of a shared store. */
package dev.restante.formal;
