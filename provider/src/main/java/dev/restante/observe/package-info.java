/** Observers of sends, receives, listener calls and settlements. */
@NullMarked
package dev.restante.observe;

import org.jspecify.annotations.NullMarked;
