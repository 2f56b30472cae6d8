package dev.restante.node;

import dev.restante.model.HistoryScale;
import dev.restante.store.HistoryRepository;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** A history that is slow, or can't be written or counted for, because a test wants it. Thread-safe. */
final class HistoryFaults implements HistoryRepository {

    private final HistoryRepository history;
    private final ReentrantLock questions = new ReentrantLock();
    private final ReentrantLock counts = new ReentrantLock();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger uncounted = new AtomicInteger();
    private volatile boolean failing;
    private volatile boolean doubtful;
    private volatile boolean uncountable;

    HistoryFaults(HistoryRepository history) {
        this.history = history;
    }

    /** Lets whoever is about to count wait; not the calling thread. */
    SharedStore.Hold hold() {
        questions.lock();
        return questions::unlock;
    }

    /** Whether somebody waits so. */
    boolean held() {
        return questions.hasQueuedThreads();
    }

    /** Rows are not written; they are if that is in doubt. */
    void fail(boolean inDoubt) {
        doubtful = inDoubt;
        failing = true;
    }

    void restore() {
        failing = false;
    }

    /** Lets whoever counts for the history fail, or no longer. */
    void uncountable(boolean value) {
        uncountable = value;
    }

    /** Lets a count that is to fail wait before it does; not the calling thread. */
    SharedStore.Hold holdCount() {
        counts.lock();
        return counts::unlock;
    }

    /** True if a count waits so. */
    boolean countHeld() {
        return counts.hasQueuedThreads();
    }

    /** How many counts have failed so. */
    int uncounted() {
        return uncounted.get();
    }

    /** Fails if the history is about to count, and is not to. */
    void checkCount() {
        if (uncountable && Thread.currentThread().getName().startsWith("restante-history")) {
            counts.lock();
            try {
                uncounted.incrementAndGet();
                throw OperationFaults.unavailable();
            } finally {
                counts.unlock();
            }
        }
    }

    /** How many rows could not be written. */
    int failed() {
        return failed.get();
    }

    @Override
    public void write(HistoryScale scale, Row row) {
        boolean fails = failing;
        if (!fails || doubtful) {
            history.write(scale, row);
        }
        if (fails) {
            failed.incrementAndGet();
            throw OperationFaults.unavailable();
        }
    }

    @Override
    public List<Row> since(HistoryScale scale, long fromMillis) {
        return history.since(scale, fromMillis);
    }

    @Override
    public void forget(HistoryScale scale, long beforeMillis) {
        history.forget(scale, beforeMillis);
    }

    @Override
    public void want(long incarnation, long untilMillis) {
        history.want(incarnation, untilMillis);
    }

    @Override
    public long wantedUntil() {
        return history.wantedUntil();
    }

    @Override
    public void forgetWishes(long nowMillis) {
        history.forgetWishes(nowMillis);
    }

    @Override
    public boolean isOldest(long incarnation) {
        questions.lock();
        try {
            return history.isOldest(incarnation);
        } finally {
            questions.unlock();
        }
    }
}
