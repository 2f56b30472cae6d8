/** The six message kinds of Jakarta Messaging, their conversion rules and the encoding of their bodies. */
@NullMarked
package dev.restante.jms.message;

import org.jspecify.annotations.NullMarked;
