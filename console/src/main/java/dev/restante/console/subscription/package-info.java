/** The pages of topics, subscriptions and their rules. */
@NullMarked
package dev.restante.console.subscription;

import org.jspecify.annotations.NullMarked;
