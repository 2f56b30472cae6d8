/** Threads that run one piece of work each, by a clock that tests can move. The other sub-packages of the broker may use it. */
@NullMarked
package dev.restante.broker.worker;

import org.jspecify.annotations.NullMarked;
