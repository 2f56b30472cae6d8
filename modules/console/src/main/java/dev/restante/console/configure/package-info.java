/** Pages, actions and API resource to create, configure, pause and delete queues, subscriptions and topics. */
@NullMarked
package dev.restante.console.configure;

import org.jspecify.annotations.NullMarked;
