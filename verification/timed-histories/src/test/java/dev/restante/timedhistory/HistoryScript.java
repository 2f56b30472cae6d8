package dev.restante.timedhistory;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** History of a test, whose times are milliseconds. */
final class HistoryScript {

    private final TimedHistory history = new TimedHistory();
    private int operations;

    private HistoryScript begin(
            long fromMillis,
            OperationType type,
            String session,
            @Nullable String queue,
            List<String> adds,
            List<String> removes,
            List<String> locked,
            SendOptions options) {
        history.add(new HistoryEvent.Begin(
                TimeUnit.MILLISECONDS.toNanos(fromMillis),
                name(++operations),
                type,
                session,
                queue,
                adds,
                removes,
                locked,
                options));
        return this;
    }

    private static String name(int operation) {
        return "op:" + operation;
    }

    private HistoryScript end(
            long toMillis,
            OperationResult result,
            @Nullable String message,
            boolean redelivered,
            @Nullable String token) {
        history.add(new HistoryEvent.End(
                TimeUnit.MILLISECONDS.toNanos(toMillis), name(operations), result, message, redelivered, null, token));
        return this;
    }

    /** Begins a send that has no end yet. */
    HistoryScript sending(long fromMillis, String... messages) {
        return begin(
                fromMillis,
                OperationType.SEND,
                "a/send",
                null,
                List.of(messages),
                List.of(),
                List.of(),
                SendOptions.NONE);
    }

    HistoryScript sent(long fromMillis, long toMillis, String... messages) {
        return sending(fromMillis, messages).ok(toMillis);
    }

    HistoryScript sentInGroup(long fromMillis, long toMillis, String group, String message) {
        return begin(
                        fromMillis,
                        OperationType.SEND,
                        "a/send",
                        null,
                        List.of(message),
                        List.of(),
                        List.of(),
                        SendOptions.NONE.withGroup(group))
                .ok(toMillis);
    }

    HistoryScript sentFor(long timeToLiveMillis, long fromMillis, long toMillis, String message) {
        return begin(
                        fromMillis,
                        OperationType.SEND,
                        "a/send",
                        null,
                        List.of(message),
                        List.of(),
                        List.of(),
                        SendOptions.NONE.withTimeToLiveMillis(timeToLiveMillis))
                .ok(toMillis);
    }

    HistoryScript sentWithDelay(long delayMillis, long fromMillis, long toMillis, String message) {
        return begin(
                        fromMillis,
                        OperationType.SEND,
                        "a/send",
                        null,
                        List.of(message),
                        List.of(),
                        List.of(),
                        SendOptions.NONE.withDelayMillis(delayMillis))
                .ok(toMillis);
    }

    HistoryScript received(String session, long fromMillis, long toMillis, String message) {
        return receiving(fromMillis, OperationType.RECEIVE, session, message)
                .end(toMillis, OperationResult.OK, message, false, null);
    }

    HistoryScript receivedAgain(String session, long fromMillis, long toMillis, String message) {
        return receiving(fromMillis, OperationType.RECEIVE, session, message)
                .end(toMillis, OperationResult.OK, message, true, null);
    }

    HistoryScript consumed(String session, long fromMillis, long toMillis, String message) {
        return receiving(fromMillis, OperationType.CONSUME, session, message)
                .end(toMillis, OperationResult.OK, message, false, null);
    }

    HistoryScript receivedNothing(String session, long fromMillis, long toMillis, String queue) {
        return begin(
                        fromMillis,
                        OperationType.RECEIVE,
                        session,
                        queue,
                        List.of(),
                        List.of(),
                        List.of(),
                        SendOptions.NONE)
                .end(toMillis, OperationResult.OK, null, false, null);
    }

    private HistoryScript receiving(long fromMillis, OperationType type, String session, String message) {
        return begin(
                fromMillis,
                type,
                session,
                MessageTrace.queue(message),
                List.of(),
                List.of(),
                List.of(),
                SendOptions.NONE);
    }

    HistoryScript opened(String session, long fromMillis, long toMillis, String queue) {
        return begin(fromMillis, OperationType.OPEN, session, queue, List.of(), List.of(), List.of(), SendOptions.NONE)
                .ok(toMillis);
    }

    HistoryScript closed(String session, long fromMillis, long toMillis, String queue) {
        return begin(fromMillis, OperationType.CLOSE, session, queue, List.of(), List.of(), List.of(), SendOptions.NONE)
                .ok(toMillis);
    }

    /** Begins a completion that has no end yet. */
    HistoryScript completing(String session, long fromMillis, String message) {
        return begin(
                fromMillis,
                OperationType.COMPLETE,
                session,
                null,
                List.of(),
                List.of(message),
                List.of(),
                SendOptions.NONE);
    }

    HistoryScript completed(String session, long fromMillis, long toMillis, String message) {
        return completing(session, fromMillis, message).ok(toMillis);
    }

    /** Begins a move that has no end yet. */
    HistoryScript moving(String session, long fromMillis, String from, String to) {
        return begin(
                fromMillis, OperationType.MOVE, session, null, List.of(to), List.of(from), List.of(), SendOptions.NONE);
    }

    HistoryScript renewed(String session, long fromMillis, long toMillis, String message) {
        return begin(
                        fromMillis,
                        OperationType.RENEW,
                        session,
                        null,
                        List.of(),
                        List.of(),
                        List.of(message),
                        SendOptions.NONE)
                .ok(toMillis);
    }

    HistoryScript ok(long toMillis) {
        return end(toMillis, OperationResult.OK, null, false, null);
    }

    HistoryScript refused(long toMillis) {
        return end(toMillis, OperationResult.REFUSED, null, false, null);
    }

    HistoryScript unknown(long toMillis, String token) {
        return end(toMillis, OperationResult.UNKNOWN, null, false, token);
    }

    HistoryScript left(String message) {
        history.add(new HistoryEvent.Left(message));
        return this;
    }

    HistoryScript loss() {
        history.add(new HistoryEvent.Loss());
        return this;
    }

    HistoryScript failure(String text) {
        history.add(new HistoryEvent.Failure("a", text));
        return this;
    }

    HistoryChecker.CheckedHistory check() {
        return HistoryChecker.check(history);
    }
}
