/** Encodings of model values to the bytes and texts in the store. */
@NullMarked
package dev.restante.model.codec;

import org.jspecify.annotations.NullMarked;
