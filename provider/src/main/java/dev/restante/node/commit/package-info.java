/**
 * Commit and fetch: change sets on their way into the store, their arrivals, and the messages fetched for receivers.
 */
@NullMarked
package dev.restante.node.commit;

import org.jspecify.annotations.NullMarked;
