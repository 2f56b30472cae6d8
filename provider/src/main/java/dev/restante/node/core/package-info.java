/**
 * What every part of a node stands on: who the node is, whether it lives, which entities it knows, and what it writes.
 */
@NullMarked
package dev.restante.node.core;

import org.jspecify.annotations.NullMarked;
