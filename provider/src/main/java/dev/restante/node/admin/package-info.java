/** What administrators do: queues, topics, subscriptions, and the messages in them. */
@NullMarked
package dev.restante.node.admin;

import org.jspecify.annotations.NullMarked;
