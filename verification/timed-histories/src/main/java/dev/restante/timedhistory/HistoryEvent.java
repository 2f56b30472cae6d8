package dev.restante.timedhistory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event of a history, which is one line of a file. Times are values of {@link System#nanoTime()}, which all processes
 * of a machine share.
 */
public sealed interface HistoryEvent {

    /**
     * Begin of an operation.
     *
     * @param atNanos a time before the call
     * @param operation the unique name of the operation
     * @param session the session that called, unique over all workers; its worker is the part before the slash
     * @param queue the queue of OPEN, CLOSE, RECEIVE and CONSUME, or null
     * @param adds the messages that the operation adds
     * @param removes the messages that the operation removes
     * @param locked the messages whose locks the operation extends or ends
     * @param options the options of the added messages
     */
    record Begin(
            long atNanos,
            String operation,
            OperationType type,
            String session,
            @Nullable String queue,
            List<String> adds,
            List<String> removes,
            List<String> locked,
            SendOptions options)
            implements HistoryEvent {}

    /**
     * End of an operation. An operation with an unknown outcome has a second end if its outcome was queried later.
     *
     * @param atNanos a time after the call
     * @param message the received message; null for other operations, and for a receive that found none
     * @param redelivered whether the received message was marked as redelivered
     * @param error the error code of a refused operation, or null
     * @param token the token with which an unknown outcome can be queried, or null
     */
    record End(
            long atNanos,
            String operation,
            OperationResult result,
            @Nullable String message,
            boolean redelivered,
            @Nullable String error,
            @Nullable String token)
            implements HistoryEvent {}

    /** Message that was found after the end of all workers. A doubled message is found twice. */
    record Left(String message) implements HistoryEvent {}

    /** Loss of committed data by the database. Messages that were mentioned before are exempt from the checks. */
    record Loss() implements HistoryEvent {}

    /** Failure of a worker, which makes the history wrong. */
    record Failure(String worker, String text) implements HistoryEvent {}

    /** Remark of a worker, which no check reads. */
    record Note(String worker, String text) implements HistoryEvent {}
}
