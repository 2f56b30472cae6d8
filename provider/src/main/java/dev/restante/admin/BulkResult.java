package dev.restante.admin;

import dev.restante.broker.MessageAdministration;

/**
 * Result of a purge, redrive or resubmission, or of an operation on orphaned messages. Skipped messages are dead
 * letters whose source was deleted or is unknown, unreadable messages, and messages that cannot be sent after an edit.
 * For orphaned messages, they are the remaining ones.
 *
 * @param processed the number of removed, moved or resubmitted messages
 * @param skipped the number of skipped messages; 0 for a purge
 * @param cancelled true if a {@link ProgressListener} or an interrupt of the thread ended the call early
 */
public record BulkResult(long processed, long skipped, boolean cancelled) {

    static BulkResult of(MessageAdministration.RedriveResult result) {
        return new BulkResult(result.moved(), result.sourceMissing(), result.cancelled());
    }
}
