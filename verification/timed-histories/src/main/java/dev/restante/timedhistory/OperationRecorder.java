package dev.restante.timedhistory;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of the operations of one worker. It passes each event on before the operation goes on, so that a history
 * contains the begin of an operation even if its worker is killed. Thread-safe if the consumer of the events is.
 */
public final class OperationRecorder {

    private final String worker;
    private final Consumer<HistoryEvent> events;
    private final LongSupplier nanoTime;
    private final AtomicLong operations = new AtomicLong();

    /** @param worker the name of the worker, unique in the history and without a slash */
    public OperationRecorder(String worker, Consumer<HistoryEvent> events) {
        this(worker, events, System::nanoTime);
    }

    OperationRecorder(String worker, Consumer<HistoryEvent> events, LongSupplier nanoTime) {
        this.worker = worker;
        this.events = events;
        this.nanoTime = nanoTime;
    }

    public RecordedOperation open(String session, String queue) {
        return beginOnQueue(OperationType.OPEN, session, queue);
    }

    public RecordedOperation close(String session, String queue) {
        return beginOnQueue(OperationType.CLOSE, session, queue);
    }

    public RecordedOperation receive(String session, String queue) {
        return beginOnQueue(OperationType.RECEIVE, session, queue);
    }

    /** Records the begin of a receive with automatic acknowledgement. */
    public RecordedOperation consume(String session, String queue) {
        return beginOnQueue(OperationType.CONSUME, session, queue);
    }

    public RecordedOperation send(String session, List<String> messages, SendOptions options) {
        return begin(OperationType.SEND, session, null, messages, List.of(), List.of(), options);
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

    private RecordedOperation beginOnQueue(OperationType type, String session, String queue) {
        return begin(type, session, queue, List.of(), List.of(), List.of(), SendOptions.NONE);
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
                nanoTime.getAsLong(), operation, type, worker + "/" + session, queue, adds, removes, locked, options));
        return new RecordedOperation(operation);
    }

    /** Operation whose begin was recorded. */
    public final class RecordedOperation {

        private final String operation;

        private RecordedOperation(String operation) {
            this.operation = operation;
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
                    new HistoryEvent.End(nanoTime.getAsLong(), operation, result, message, redelivered, error, token));
        }
    }
}
