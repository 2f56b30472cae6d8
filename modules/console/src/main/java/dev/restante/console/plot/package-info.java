/** Server-side plots of the recorded history. */
@NullMarked
package dev.restante.console.plot;

import org.jspecify.annotations.NullMarked;
