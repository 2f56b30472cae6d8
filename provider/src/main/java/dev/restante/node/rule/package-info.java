/**
 * Rules of the message path as pure functions, without access to the store or a clock: expiry, dead letters, status,
 * and why a message is not delivered.
 */
@NullMarked
package dev.restante.node.rule;

import org.jspecify.annotations.NullMarked;
