package dev.restante.timedhistory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** All that a history says about one message. Not thread-safe. */
final class MessageTrace {

    final String message;
    final List<TimedOperation> adds = new ArrayList<>();
    final List<TimedOperation> removes = new ArrayList<>();
    final List<TimedOperation> receives = new ArrayList<>();

    /** Operations that succeed only under the lock of the message. */
    final List<TimedOperation> underLock = new ArrayList<>();

    int left;

    MessageTrace(String message) {
        this.message = message;
    }

    /** Returns the trace of a message that some operation mentions. */
    static MessageTrace of(Map<String, MessageTrace> traces, String message) {
        return Objects.requireNonNull(traces.get(message), message);
    }

    /** Returns the queue of a message, which is the part of its name before the first slash. */
    static String queue(String message) {
        return message.substring(0, Math.max(0, message.indexOf('/')));
    }

    boolean wasThere() {
        return left > 0 || !receives.isEmpty();
    }

    boolean surelyAdded() {
        return adds.stream().anyMatch(TimedOperation::isOk);
    }

    boolean mayHaveBeenAdded() {
        return adds.stream().anyMatch(TimedOperation::mayHaveHappened);
    }

    List<TimedOperation> surelyRemovedBy() {
        return removes.stream().filter(TimedOperation::isOk).toList();
    }

    private boolean mayHaveBeenRemoved() {
        return removes.stream().anyMatch(TimedOperation::mayHaveHappened)
                || receives.stream().anyMatch(each -> each.begin().type() == OperationType.CONSUME);
    }

    private boolean mayHaveExpired(long nowNanos) {
        return adds.stream()
                .filter(each -> each.begin().options().timeToLiveMillis() > 0)
                .anyMatch(each -> each.begin().atNanos() + timeToLiveNanos(each) <= nowNanos);
    }

    private static long timeToLiveNanos(TimedOperation added) {
        return TimeUnit.MILLISECONDS.toNanos(added.begin().options().timeToLiveMillis());
    }

    /**
     * Returns the time after which the message had surely expired, or the greatest possible time. A locked message does
     * not expire, but no receive returns it either.
     */
    long surelyExpiredNanos() {
        boolean lasts = adds.isEmpty()
                || adds.stream()
                        .anyMatch(each -> each.endNanos() == Long.MAX_VALUE
                                || each.begin().options().timeToLiveMillis() == 0);
        return lasts
                ? Long.MAX_VALUE
                : adds.stream()
                        .mapToLong(each -> each.endNanos() + timeToLiveNanos(each))
                        .max()
                        .getAsLong();
    }

    /** Returns whether the message was surely added, cannot have been removed or expired, and was not found. */
    boolean isLost(long lastNanos) {
        return surelyAdded() && left == 0 && !mayHaveBeenRemoved() && !mayHaveExpired(lastNanos);
    }

    /** Returns the receives that began after the end of a removal. */
    List<TimedOperation> receivesAfterRemoval() {
        long removedNanos = surelyRemovedBy().stream()
                .mapToLong(TimedOperation::endNanos)
                .min()
                .orElse(Long.MAX_VALUE);
        return receives.stream()
                .filter(each -> each.begin().atNanos() > removedNanos)
                .toList();
    }

    /** Returns whether the message was surely removed and existed afterwards. */
    boolean isResurrected() {
        return !surelyRemovedBy().isEmpty()
                && (left > 0 || !receivesAfterRemoval().isEmpty());
    }

    /** Interval in which a session surely had the lock. */
    record Holding(TimedOperation receive, TimedOperation lastUnderLock) {

        long fromNanos() {
            return receive.endNanos();
        }

        long toNanos() {
            return lastUnderLock.begin().atNanos();
        }
    }

    /**
     * Returns the intervals in which sessions surely had the lock, in the order of their begins. A session surely has
     * the lock from the end of its receive until the begin of its last operation that succeeded under the lock, if it
     * did not receive the message again in between.
     */
    List<Holding> holdings() {
        List<Holding> holdings = new ArrayList<>();
        for (TimedOperation receive : receives) {
            String session = receive.begin().session();
            long nextNanos = receives.stream()
                    .filter(each -> each.begin().session().equals(session))
                    .mapToLong(each -> each.begin().atNanos())
                    .filter(each -> each > receive.begin().atNanos())
                    .min()
                    .orElse(Long.MAX_VALUE);
            underLock.stream()
                    .filter(each -> each.isOk() && each.begin().session().equals(session))
                    .filter(each -> each.begin().atNanos() >= receive.endNanos()
                            && each.begin().atNanos() < nextNanos)
                    .max(Comparator.comparingLong(each -> each.begin().atNanos()))
                    .ifPresent(last -> holdings.add(new Holding(receive, last)));
        }
        holdings.sort(Comparator.comparingLong(Holding::fromNanos));
        return holdings;
    }
}
