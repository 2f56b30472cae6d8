/** Queues, topics and subscriptions: creation, caching, and deletion of unused ones. */
@NullMarked
package dev.restante.node.entity;

import org.jspecify.annotations.NullMarked;
