/** Tells observers of what connections do with messages. */
@NullMarked
package dev.restante.jms.observe;

import org.jspecify.annotations.NullMarked;
