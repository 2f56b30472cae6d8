/** How values become bytes and texts in the store, and values again. */
@NullMarked
package dev.restante.model.codec;

import org.jspecify.annotations.NullMarked;
