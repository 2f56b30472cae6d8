/** Cooperation with the other nodes of a store: prefetch balancing and requests between nodes. */
@NullMarked
package dev.restante.node.cluster;

import org.jspecify.annotations.NullMarked;
