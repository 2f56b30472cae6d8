/** Where a delivery goes that will not be delivered again, and what its note says. */
@NullMarked
package dev.restante.broker.deadletter;

import org.jspecify.annotations.NullMarked;
