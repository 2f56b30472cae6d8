/** The rules of subscriptions: which messages a subscription gets, and what it changes in its copies of them. */
@NullMarked
package dev.restante.rule;

import org.jspecify.annotations.NullMarked;
