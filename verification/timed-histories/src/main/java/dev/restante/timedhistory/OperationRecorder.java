package dev.restante.timedhistory;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of the operations of one worker. It passes each event on before the operation goes on, so that a history
 * contains the begin of an operation even if its worker is killed. Thread-safe if the consumer of the events is.
 */
public final class OperationRecorder {

    private final String worker;
    private final Consumer<HistoryEvent> events;
    private final AtomicLong operations = new AtomicLong();

    /** @param worker the name of the worker, unique in the history and without a slash */
    public OperationRecorder(String worker, Consumer<HistoryEvent> events) {
        this.worker = worker;
        this.events = events;
    }

    public RecordedOperation open(String session, String queue) {
        return begin(OperationType.OPEN, session, queue, List.of(), List.of(), List.of(), SendOptions.NONE);
    }

    public RecordedOperation close(String session, String queue) {
        return begin(OperationType.CLOSE, session, queue, List.of(), List.of(), List.of(), SendOptions.NONE);
    }

    public RecordedOperation send(String session, List<String> messages, SendOptions options) {
        return begin(OperationType.SEND, session, null, messages, List.of(), List.of(), options);
    }

    public RecordedOperation receive(String session, String queue) {
        return begin(OperationType.RECEIVE, session, queue, List.of(), List.of(), List.of(), SendOptions.NONE);
    }

    /** Records the begin of a receive with automatic acknowledgement. */
    public RecordedOperation consume(String session, String queue) {
        return begin(OperationType.CONSUME, session, queue, List.of(), List.of(), List.of(), SendOptions.NONE);
    }

    public RecordedOperation complete(String session, String message) {
        return begin(OperationType.COMPLETE, session, null, List.of(), List.of(message), List.of(), SendOptions.NONE);
    }

    public RecordedOperation move(String session, String removed, String added) {
        return begin(OperationType.MOVE, session, null, List.of(added), List.of(removed), List.of(), SendOptions.NONE);
    }

    public RecordedOperation renew(String session, String message) {
        return begin(OperationType.RENEW, session, null, List.of(), List.of(), List.of(message), SendOptions.NONE);
    }

    public RecordedOperation release(String session, String message) {
        return begin(OperationType.RELEASE, session, null, List.of(), List.of(), List.of(message), SendOptions.NONE);
    }

    public void note(String text) {
        events.accept(new HistoryEvent.Note(worker, text));
    }

    public void failure(String text) {
        events.accept(new HistoryEvent.Failure(worker, text));
    }

    private RecordedOperation begin(
            OperationType type,
            String session,
            @Nullable String queue,
            List<String> adds,
            List<String> removes,
            List<String> locked,
            SendOptions options) {
        String operation = worker + ":" + operations.incrementAndGet();
        events.accept(new HistoryEvent.Begin(
                System.nanoTime(), operation, type, worker + "/" + session, queue, adds, removes, locked, options));
        return new RecordedOperation(operation, events);
    }

    /** Operation whose begin was recorded. */
    public static final class RecordedOperation {

        private final String operation;
        private final Consumer<HistoryEvent> events;

        private RecordedOperation(String operation, Consumer<HistoryEvent> events) {
            this.operation = operation;
            this.events = events;
        }

        public void ok() {
            end(OperationResult.OK, null, false, null, null);
        }

        public void received(String message, boolean redelivered) {
            end(OperationResult.OK, message, redelivered, null, null);
        }

        public void refused(@Nullable String error) {
            end(OperationResult.REFUSED, null, false, error, null);
        }

        /** @param token the token with which the outcome can be queried, or null */
        public void unknown(@Nullable String token) {
            end(OperationResult.UNKNOWN, null, false, null, token);
        }

        private void end(
                OperationResult result,
                @Nullable String message,
                boolean redelivered,
                @Nullable String error,
                @Nullable String token) {
            events.accept(
                    new HistoryEvent.End(System.nanoTime(), operation, result, message, redelivered, error, token));
        }
    }
}
