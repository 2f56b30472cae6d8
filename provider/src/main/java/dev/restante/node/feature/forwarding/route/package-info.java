/**
 * Routes of forwarding (FWD-01): where a message ends if its destination forwards, and the check of new options for
 * loops and missing targets. Sends and topics use the routes, so that a message is stored at its end at once. Tests:
 * {@code feature.forward.ForwardChainContract}, {@code ForwardRouteTest}.
 */
@NullMarked
package dev.restante.node.feature.forwarding.route;

import org.jspecify.annotations.NullMarked;
