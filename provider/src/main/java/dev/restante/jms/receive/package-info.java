/** Consumers, browsers, listeners and connection consumers of sessions. */
@NullMarked
package dev.restante.jms.receive;

import org.jspecify.annotations.NullMarked;
