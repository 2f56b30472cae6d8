/** Queues, topics and subscriptions: how they come, are remembered, and go when nobody uses them. */
@NullMarked
package dev.restante.node.entity;

import org.jspecify.annotations.NullMarked;
