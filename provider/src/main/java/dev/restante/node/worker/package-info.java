/** Threads of a node that run scheduled tasks, with a clock that tests can move. */
@NullMarked
package dev.restante.node.worker;

import org.jspecify.annotations.NullMarked;
