/** The page that lists queues and subscriptions. */
@NullMarked
package dev.restante.console.overview;

import org.jspecify.annotations.NullMarked;
