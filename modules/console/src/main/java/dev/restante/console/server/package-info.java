/** HTTP server for the console on a port of its own. */
@NullMarked
package dev.restante.console.server;

import org.jspecify.annotations.NullMarked;
