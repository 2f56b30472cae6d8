/** The console: one handler of requests, for any HTTP server. */
@NullMarked
package dev.restante.console;

import org.jspecify.annotations.NullMarked;
