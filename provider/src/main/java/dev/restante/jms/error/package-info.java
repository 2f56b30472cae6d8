/** Failures as applications see them: codes, exceptions, and the exception listener. */
@NullMarked
package dev.restante.jms.error;

import org.jspecify.annotations.NullMarked;
