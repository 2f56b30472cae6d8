/** The options of queues, subscriptions and topics, their status, their creation and deletion. */
@NullMarked
package dev.restante.console.configure;

import org.jspecify.annotations.NullMarked;
