/**
 * Restante as a resource adapter (Jakarta Connectors 2.1): what administrators configure in Jakarta EE servers, and
 * what the servers call.
 */
@NullMarked
package dev.restante.ra;

import org.jspecify.annotations.NullMarked;
