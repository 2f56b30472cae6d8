/** Activations of message-driven beans, with their connections and endpoint sessions. */
@NullMarked
package dev.restante.ra.inbound;

import org.jspecify.annotations.NullMarked;
