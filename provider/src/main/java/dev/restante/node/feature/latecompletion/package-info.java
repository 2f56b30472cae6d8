/**
 * Completion after the end of a lock (VIS-08): a late {@code complete} succeeds if no other receiver has received the
 * message. The fencing token of the former lock decides in the store. Tests:
 * {@code feature.peeklock.LateSettlementContract}.
 */
@NullMarked
package dev.restante.node.feature.latecompletion;

import org.jspecify.annotations.NullMarked;
