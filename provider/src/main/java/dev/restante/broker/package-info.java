/** The semantics of queues, without JMS and without SQL: composes its sub-packages, which do not know each other. */
@NullMarked
package dev.restante.broker;

import org.jspecify.annotations.NullMarked;
