/** Peek-locks and counters of in-flight messages. */
@NullMarked
package dev.restante.node.lock;

import org.jspecify.annotations.NullMarked;
