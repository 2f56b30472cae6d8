/** Sessions that a container pools and enlists, and the handles that applications have of them. */
@NullMarked
package dev.restante.ra.outbound;

import org.jspecify.annotations.NullMarked;
