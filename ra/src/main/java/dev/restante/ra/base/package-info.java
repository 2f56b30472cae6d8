/** Exceptions of the resource adapter, and their translation. */
@NullMarked
package dev.restante.ra.base;

import org.jspecify.annotations.NullMarked;
