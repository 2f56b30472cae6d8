/** Sending: ids and positions of messages, fan-out to subscriptions, forwarding, and duplicate detection. */
@NullMarked
package dev.restante.node.send;

import org.jspecify.annotations.NullMarked;
