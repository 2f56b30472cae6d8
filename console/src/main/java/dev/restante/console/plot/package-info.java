/** Plots of the history of figures, drawn on the server. */
@NullMarked
package dev.restante.console.plot;

import org.jspecify.annotations.NullMarked;
