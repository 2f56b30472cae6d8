/** The pages of what waits for something: locked, grouped, scheduled and deferred messages. */
@NullMarked
package dev.restante.console.standing;

import org.jspecify.annotations.NullMarked;
