/** Receiving: receivers, their quota, deferred messages, repeated attempts, accepted groups, browsers. */
@NullMarked
package dev.restante.node.receive;

import org.jspecify.annotations.NullMarked;
