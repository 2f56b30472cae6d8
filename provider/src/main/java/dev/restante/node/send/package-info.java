/** Sending: ids and places of messages, fan-out to subscriptions, forwarding, duplicate detection. */
@NullMarked
package dev.restante.node.send;

import org.jspecify.annotations.NullMarked;
