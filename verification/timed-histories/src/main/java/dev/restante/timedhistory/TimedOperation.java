package dev.restante.timedhistory;

import org.jspecify.annotations.Nullable;

/** Operation of a history with its end, if one was recorded. Not thread-safe. */
public final class TimedOperation {

    private final HistoryEvent.Begin begin;
    private HistoryEvent.@Nullable End end;
    private @Nullable String token;

    TimedOperation(HistoryEvent.Begin begin) {
        this.begin = begin;
    }

    void endedWith(HistoryEvent.End reported) {
        end = reported;
        if (reported.token() != null) {
            token = reported.token();
        }
    }

    public HistoryEvent.Begin begin() {
        return begin;
    }

    /** Returns the token that the caller got instead of an outcome; null if the caller knew the outcome. */
    public @Nullable String token() {
        return token;
    }

    String worker() {
        return begin.session().substring(0, Math.max(0, begin.session().indexOf('/')));
    }

    boolean isOk() {
        return end != null && end.result() == OperationResult.OK;
    }

    /** Returns whether the operation had an effect or may have had one. */
    boolean mayHaveHappened() {
        return end == null || end.result() != OperationResult.REFUSED;
    }

    /** Returns the time of the end, or the greatest possible time if none was recorded. */
    long endNanos() {
        return end == null ? Long.MAX_VALUE : end.atNanos();
    }

    /** Returns the received message; null if there was none. */
    @Nullable
    String received() {
        return end == null ? null : end.message();
    }

    boolean receivedAgain() {
        return end != null && end.redelivered();
    }

    @Override
    public String toString() {
        String messages = (begin.removes().isEmpty() ? "" : " -" + begin.removes())
                + (begin.adds().isEmpty() ? "" : " +" + begin.adds())
                + (begin.locked().isEmpty() ? "" : " " + begin.locked());
        return begin.type() + " " + begin.operation() + " of " + begin.session() + messages + " from " + begin.atNanos()
                + " to " + (end == null ? "?" : end.atNanos() + " " + end.result());
    }
}
