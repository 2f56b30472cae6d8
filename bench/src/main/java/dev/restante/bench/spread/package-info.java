/**
 * What queues that are spread over several stores can carry, computed from what one store carries. It measures nothing
 * and uses nothing of the other rooms.
 */
@NullMarked
package dev.restante.bench.spread;

import org.jspecify.annotations.NullMarked;
