/** Message-driven beans: activations, their connections, and the sessions that deliver to endpoints. */
@NullMarked
package dev.restante.ra.inbound;

import org.jspecify.annotations.NullMarked;
