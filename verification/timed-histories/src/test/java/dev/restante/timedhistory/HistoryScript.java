package dev.restante.timedhistory;

import dev.restante.timedhistory.OperationRecorder.RecordedOperation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** History of a test, whose times are milliseconds. A session such as "a/1" is the session 1 of the worker a. */
final class HistoryScript {

    private final TimedHistory history = new TimedHistory();
    private final Map<String, OperationRecorder> recorders = new HashMap<>();
    private long nowNanos;

    /** Operation that began last. */
    private @Nullable RecordedOperation operation;

    private HistoryScript at(long millis) {
        nowNanos = TimeUnit.MILLISECONDS.toNanos(millis);
        return this;
    }

    private OperationRecorder recorder(String session) {
        String worker = session.substring(0, session.indexOf('/'));
        return recorders.computeIfAbsent(worker, name -> new OperationRecorder(name, history::add, () -> nowNanos));
    }

    private static String name(String session) {
        return session.substring(session.indexOf('/') + 1);
    }

    private HistoryScript begun(RecordedOperation begun) {
        operation = begun;
        return this;
    }

    private RecordedOperation operation() {
        if (operation == null) {
            throw new IllegalStateException("no operation has begun");
        }
        return operation;
    }

    // ---- sends ----

    private HistoryScript sending(long fromMillis, SendOptions options, String... messages) {
        at(fromMillis);
        return begun(recorder("a/send").send("send", List.of(messages), options));
    }

    /** Begins a send that has no end yet. */
    HistoryScript sending(long fromMillis, String... messages) {
        return sending(fromMillis, SendOptions.NONE, messages);
    }

    HistoryScript sent(long fromMillis, long toMillis, String... messages) {
        return sending(fromMillis, messages).ok(toMillis);
    }

    HistoryScript sentInGroup(long fromMillis, long toMillis, String group, String message) {
        return sending(fromMillis, SendOptions.NONE.withGroup(group), message).ok(toMillis);
    }

    HistoryScript sentFor(long timeToLiveMillis, long fromMillis, long toMillis, String message) {
        return sending(fromMillis, SendOptions.NONE.withTimeToLiveMillis(timeToLiveMillis), message)
                .ok(toMillis);
    }

    HistoryScript sentWithDelay(long delayMillis, long fromMillis, long toMillis, String message) {
        return sending(fromMillis, SendOptions.NONE.withDelayMillis(delayMillis), message)
                .ok(toMillis);
    }

    // ---- receives ----

    HistoryScript received(String session, long fromMillis, long toMillis, String message) {
        return receiving(session, fromMillis, MessageTrace.queue(message)).found(toMillis, message, false);
    }

    HistoryScript receivedAgain(String session, long fromMillis, long toMillis, String message) {
        return receiving(session, fromMillis, MessageTrace.queue(message)).found(toMillis, message, true);
    }

    HistoryScript receivedNothing(String session, long fromMillis, long toMillis, String queue) {
        return receiving(session, fromMillis, queue).ok(toMillis);
    }

    HistoryScript consumed(String session, long fromMillis, long toMillis, String message) {
        at(fromMillis);
        return begun(recorder(session).consume(name(session), MessageTrace.queue(message)))
                .found(toMillis, message, false);
    }

    private HistoryScript receiving(String session, long fromMillis, String queue) {
        at(fromMillis);
        return begun(recorder(session).receive(name(session), queue));
    }

    private HistoryScript found(long toMillis, String message, boolean redelivered) {
        at(toMillis).operation().received(message, redelivered);
        return this;
    }

    HistoryScript opened(String session, long fromMillis, long toMillis, String queue) {
        at(fromMillis);
        return begun(recorder(session).open(name(session), queue)).ok(toMillis);
    }

    HistoryScript closed(String session, long fromMillis, long toMillis, String queue) {
        at(fromMillis);
        return begun(recorder(session).close(name(session), queue)).ok(toMillis);
    }

    // ---- settlements ----

    /** Begins a completion that has no end yet. */
    HistoryScript completing(String session, long fromMillis, String message) {
        at(fromMillis);
        return begun(recorder(session).complete(name(session), message));
    }

    HistoryScript completed(String session, long fromMillis, long toMillis, String message) {
        return completing(session, fromMillis, message).ok(toMillis);
    }

    /** Begins a move that has no end yet. */
    HistoryScript moving(String session, long fromMillis, String from, String to) {
        at(fromMillis);
        return begun(recorder(session).move(name(session), from, to));
    }

    HistoryScript renewed(String session, long fromMillis, long toMillis, String message) {
        at(fromMillis);
        return begun(recorder(session).renew(name(session), message)).ok(toMillis);
    }

    // ---- ends ----

    HistoryScript ok(long toMillis) {
        at(toMillis).operation().ok();
        return this;
    }

    HistoryScript refused(long toMillis) {
        at(toMillis).operation().refused(null);
        return this;
    }

    HistoryScript unknown(long toMillis, String token) {
        at(toMillis).operation().unknown(token);
        return this;
    }

    // ---- other events ----

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
