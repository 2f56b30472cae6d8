/** This node among the others: its lease, its ids, and the deliveries of dead nodes. */
@NullMarked
package dev.restante.broker.cluster;

import org.jspecify.annotations.NullMarked;
