/** Deletion and re-creation of queues, topics and subscriptions in the memory of this node. */
@NullMarked
package dev.restante.node.entity;

import org.jspecify.annotations.NullMarked;
