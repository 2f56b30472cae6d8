/** Pages and API resources of queues, subscriptions and their messages. */
@NullMarked
package dev.restante.console.message;

import org.jspecify.annotations.NullMarked;
