/** The locks under which applications of this node hold deliveries. */
@NullMarked
package dev.restante.node.lock;

import org.jspecify.annotations.NullMarked;
