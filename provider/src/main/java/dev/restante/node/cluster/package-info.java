/**
 * Dealings with the other nodes of a store: sharing what was acquired ahead, and asking for what only its owner can do.
 */
@NullMarked
package dev.restante.node.cluster;

import org.jspecify.annotations.NullMarked;
