/** Sessions that a container pools and enlists, and their handles for applications. */
@NullMarked
package dev.restante.ra.outbound;

import org.jspecify.annotations.NullMarked;
