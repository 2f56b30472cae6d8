/**
 * Receivers of this node, their in-flight limits, deferred messages, repeated receives, accepted groups, and message
 * browsers.
 */
@NullMarked
package dev.restante.node.receive;

import org.jspecify.annotations.NullMarked;
