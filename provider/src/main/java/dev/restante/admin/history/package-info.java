/** The history of the figures of queues and subscriptions, as values. */
@NullMarked
package dev.restante.admin.history;

import org.jspecify.annotations.NullMarked;
