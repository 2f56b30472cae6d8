/** Threads that run one piece of work each, by a clock that tests can move. */
@NullMarked
package dev.restante.node.worker;

import org.jspecify.annotations.NullMarked;
