/** The pages and actions of the console by their addresses. */
@NullMarked
package dev.restante.console.route;

import org.jspecify.annotations.NullMarked;
