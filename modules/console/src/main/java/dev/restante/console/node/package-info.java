/** Page and API resource of the nodes of a store. */
@NullMarked
package dev.restante.console.node;

import org.jspecify.annotations.NullMarked;
