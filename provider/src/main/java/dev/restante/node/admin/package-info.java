/** Administration of queues, topics, subscriptions and their messages. */
@NullMarked
package dev.restante.node.admin;

import org.jspecify.annotations.NullMarked;
