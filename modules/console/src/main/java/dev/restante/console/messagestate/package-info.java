/** Pages, actions and API resources for locked, grouped, scheduled and deferred messages. */
@NullMarked
package dev.restante.console.messagestate;

import org.jspecify.annotations.NullMarked;
