/** Servlet that serves the console in a servlet container. */
@NullMarked
package dev.restante.console.servlet;

import org.jspecify.annotations.NullMarked;
