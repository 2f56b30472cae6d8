/** The parts that pages of the console are made of. */
@NullMarked
package dev.restante.console.page;

import org.jspecify.annotations.NullMarked;
