/** Peek-locks, and the counters of in-flight messages that limits use. */
@NullMarked
package dev.restante.node.lock;

import org.jspecify.annotations.NullMarked;
