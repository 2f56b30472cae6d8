/** Pages, actions and API resources for dead letters. */
@NullMarked
package dev.restante.console.deadletter;

import org.jspecify.annotations.NullMarked;
