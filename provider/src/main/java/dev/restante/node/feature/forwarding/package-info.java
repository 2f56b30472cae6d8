/**
 * Forwarding (FWD-01 to FWD-04): moves messages that wait in a forwarding queue or subscription to its target, or
 * makes the copies for a topic. The worker runs on the thread of the sweeper; {@link
 * dev.restante.node.feature.forwarding.route} decides the targets, also for sends. Tests: {@code feature.forward}.
 */
@NullMarked
package dev.restante.node.feature.forwarding;

import org.jspecify.annotations.NullMarked;
