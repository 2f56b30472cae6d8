/** The pages of dead letters, and what can be done to them. */
@NullMarked
package dev.restante.console.deadletter;

import org.jspecify.annotations.NullMarked;
