/** Options of queues, subscriptions and topics, with their ranges, defaults and text forms. */
@NullMarked
package dev.restante.option;

import org.jspecify.annotations.NullMarked;
