/** Pages and API resource that list queues and subscriptions. */
@NullMarked
package dev.restante.console.overview;

import org.jspecify.annotations.NullMarked;
