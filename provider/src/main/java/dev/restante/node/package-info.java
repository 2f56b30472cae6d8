/** One node of a store: {@link dev.restante.node.BrokerNode} builds, starts and stops what the rooms below supply. */
@NullMarked
package dev.restante.node;

import org.jspecify.annotations.NullMarked;
