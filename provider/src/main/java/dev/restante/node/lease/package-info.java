/** Who the node is in its store, and for how long: its lease, its ids, the time of the store. */
@NullMarked
package dev.restante.node.lease;

import org.jspecify.annotations.NullMarked;
