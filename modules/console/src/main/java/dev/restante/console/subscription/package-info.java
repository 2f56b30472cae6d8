/** Pages, actions and API resource for topics, subscriptions and rules. */
@NullMarked
package dev.restante.console.subscription;

import org.jspecify.annotations.NullMarked;
