/** Web console of a store: one request handler for any HTTP server. */
@NullMarked
package dev.restante.console;

import org.jspecify.annotations.NullMarked;
