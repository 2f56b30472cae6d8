/**
 * Node of a store: {@link dev.restante.node.BrokerNode} creates, starts and stops the components from the packages
 * below.
 */
@NullMarked
package dev.restante.node;

import org.jspecify.annotations.NullMarked;
