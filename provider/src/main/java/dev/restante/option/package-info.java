/** The options of queues, subscriptions and topics: their table, their values, and how these are written. */
@NullMarked
package dev.restante.option;

import org.jspecify.annotations.NullMarked;
