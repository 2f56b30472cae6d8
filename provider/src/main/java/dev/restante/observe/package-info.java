/** Observers of sends, receives, calls of listeners and settlements. */
@NullMarked
package dev.restante.observe;

import org.jspecify.annotations.NullMarked;
