/** Producers, and the sends of a session in their order. */
@NullMarked
package dev.restante.jms.send;

import org.jspecify.annotations.NullMarked;
