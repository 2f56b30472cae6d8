/** The pages of queues and subscriptions, and of their messages. */
@NullMarked
package dev.restante.console.message;

import org.jspecify.annotations.NullMarked;
