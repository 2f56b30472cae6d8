/** The locks under which applications of this node hold deliveries. */
@NullMarked
package dev.restante.broker.lock;

import org.jspecify.annotations.NullMarked;
