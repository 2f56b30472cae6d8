/**
 * Between the node and the commit pipelines of the store: change sets on their way into the store, the arrivals that
 * they cause, and the fetches that acquire messages and hand them to the queues in memory.
 */
@NullMarked
package dev.restante.node.commit;

import org.jspecify.annotations.NullMarked;
