/** The registration of the management beans of a node and of its entities; their interfaces are in {@code admin}. */
@NullMarked
package dev.restante.admin.jmx;

import org.jspecify.annotations.NullMarked;
