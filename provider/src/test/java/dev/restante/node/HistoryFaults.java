package dev.restante.node;

import dev.restante.model.HistoryResolution;
import dev.restante.store.HistoryRepository;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** History repository that is slow or fails when a test requests it. Thread-safe. */
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

    /** Blocks other threads that are about to count. */
    SharedStore.Hold hold() {
        questions.lock();
        return questions::unlock;
    }

    boolean held() {
        return questions.hasQueuedThreads();
    }

    /** Makes writes of rows fail. A row whose write is in doubt is stored all the same. */
    void fail(boolean inDoubt) {
        doubtful = inDoubt;
        failing = true;
    }

    void restore() {
        failing = false;
    }

    void uncountable(boolean value) {
        uncountable = value;
    }

    /** Blocks counts of other threads before they fail. */
    SharedStore.Hold holdCount() {
        counts.lock();
        return counts::unlock;
    }

    boolean countHeld() {
        return counts.hasQueuedThreads();
    }

    int uncounted() {
        return uncounted.get();
    }

    /** Throws if this thread counts for the history and counts are to fail. */
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

    int failed() {
        return failed.get();
    }

    @Override
    public void write(HistoryResolution resolution, HistoryRow row) {
        boolean fails = failing;
        if (!fails || doubtful) {
            history.write(resolution, row);
        }
        if (fails) {
            failed.incrementAndGet();
            throw OperationFaults.unavailable();
        }
    }

    @Override
    public List<HistoryRow> since(HistoryResolution resolution, long fromMillis) {
        return history.since(resolution, fromMillis);
    }

    @Override
    public void deleteBefore(HistoryResolution resolution, long beforeMillis) {
        history.deleteBefore(resolution, beforeMillis);
    }

    @Override
    public void requestRecording(long incarnation, long untilMillis) {
        history.requestRecording(incarnation, untilMillis);
    }

    @Override
    public long recordingRequestedUntil() {
        return history.recordingRequestedUntil();
    }

    @Override
    public void removeExpiredRequests(long nowMillis) {
        history.removeExpiredRequests(nowMillis);
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
