/**
 * Last values (LVQ-01 to LVQ-06): of the messages with the same value of a property only the latest waits. The store
 * replaces earlier messages in the batch of the later one; the evictor drops those that are prefetched. Tests: {@code
 * feature.lastvalue}.
 */
@NullMarked
package dev.restante.node.feature.lastvalues;

import org.jspecify.annotations.NullMarked;
