/**
 * Application for Jakarta EE servers. Its code uses Jakarta Messaging only, and the server configures Restante as the
 * provider.
 */
@NullMarked
package dev.restante.samples.jakartaee;

import org.jspecify.annotations.NullMarked;
