/**
 * Rules as pure functions, without access to the store or a clock: expiry, dead letters, repeated sends, topic
 * subscriptions.
 */
@NullMarked
package dev.restante.node.rule;

import org.jspecify.annotations.NullMarked;
