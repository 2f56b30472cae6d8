/** The guards of the console: who may come in, and whether a form comes from its own pages. */
@NullMarked
package dev.restante.console.guard;

import org.jspecify.annotations.NullMarked;
