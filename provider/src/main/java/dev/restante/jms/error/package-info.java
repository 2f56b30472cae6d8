/** Translation of failures into exceptions with error codes, and the exception listener. */
@NullMarked
package dev.restante.jms.error;

import org.jspecify.annotations.NullMarked;
