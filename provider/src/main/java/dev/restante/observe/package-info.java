/** Observers of what the connections of a factory do with messages: sends, receives, calls of listeners, settlements. */
@NullMarked
package dev.restante.observe;

import org.jspecify.annotations.NullMarked;
