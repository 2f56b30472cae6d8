/**
 * An application for Jakarta EE servers. It knows Jakarta Messaging only; that it is Restante is the server's
 * configuration.
 */
@NullMarked
package dev.restante.samples.jakartaee;

import org.jspecify.annotations.NullMarked;
