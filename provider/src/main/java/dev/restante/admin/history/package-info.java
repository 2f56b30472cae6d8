/** Values with the history of queues and subscriptions. */
@NullMarked
package dev.restante.admin.history;

import org.jspecify.annotations.NullMarked;
