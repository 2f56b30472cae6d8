/** Producers, and the ordered sends of a session. */
@NullMarked
package dev.restante.jms.send;

import org.jspecify.annotations.NullMarked;
