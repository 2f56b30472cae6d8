/** Consumers, browsers, listeners and connection consumers. */
@NullMarked
package dev.restante.jms.receive;

import org.jspecify.annotations.NullMarked;
