/** Pure rules: when a message has expired, what becomes of a delivery, what a dead letter says. */
@NullMarked
package dev.restante.node.rule;

import org.jspecify.annotations.NullMarked;
