package dev.restante.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.RedriveJob;
import dev.restante.store.RedriveJobRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Repository of redrive jobs that is slow, or hides the outcome of a call, when a test requests it. */
final class RedriveJobFaults implements RedriveJobRepository {

    private final RedriveJobRepository jobs;
    private final ReentrantLock calls = new ReentrantLock();
    private final AtomicInteger callCount = new AtomicInteger();
    private final AtomicBoolean doubtful = new AtomicBoolean();
    private volatile @Nullable DelayedAdd behind;

    private record DelayedAdd(CountDownLatch adding, CountDownLatch released, CountDownLatch added) {}

    RedriveJobFaults(RedriveJobRepository jobs) {
        this.jobs = jobs;
    }

    /** Returns the number of calls by nodes. A search for orphaned jobs counts when it has ended. */
    int callCount() {
        return callCount.get();
    }

    /** Blocks the calls of other threads. */
    SharedStore.Hold hold() {
        calls.lock();
        return calls::unlock;
    }

    boolean held() {
        return calls.hasQueuedThreads();
    }

    /** Makes the next call that stores or adopts a job succeed with an unknown outcome. */
    void doubtNext() {
        doubtful.set(true);
    }

    /**
     * Delays the next job until its node has released its jobs, and the end of that release until the job is stored.
     */
    void delayAddUntilRelease() {
        behind = new DelayedAdd(new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1));
    }

    void awaitAdding() {
        await(requireNonNull(behind).adding());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private RedriveJobRepository asked() {
        callCount.incrementAndGet();
        return unheld();
    }

    private RedriveJobRepository unheld() {
        calls.lock();
        try {
            return jobs;
        } finally {
            calls.unlock();
        }
    }

    private boolean hideOutcomeOnce(boolean done) {
        if (doubtful.getAndSet(false)) {
            throw new StoreException(StoreFailureKind.OUTCOME_UNKNOWN, "cut off by the test", null);
        }
        return done;
    }

    @Override
    public boolean add(RedriveJob job, int maxRunning) {
        DelayedAdd now = behind;
        if (now != null) {
            now.adding().countDown();
            await(now.released());
        }
        try {
            return hideOutcomeOnce(asked().add(job, maxRunning));
        } finally {
            if (now != null) {
                now.added().countDown();
            }
        }
    }

    @Override
    public List<RedriveJob> list() {
        return asked().list();
    }

    @Override
    public Optional<RedriveJob> find(long jobId) {
        return asked().find(jobId);
    }

    @Override
    public List<RedriveJob> orphaned(long incarnation) {
        try {
            return unheld().orphaned(incarnation);
        } finally {
            callCount.incrementAndGet();
        }
    }

    @Override
    public boolean takeOver(long jobId, long former, long incarnation) {
        return hideOutcomeOnce(asked().takeOver(jobId, former, incarnation));
    }

    @Override
    public OptionalLong release(long incarnation) {
        OptionalLong next = asked().release(incarnation);
        DelayedAdd now = behind;
        if (now != null) {
            now.released().countDown();
            await(now.added());
        }
        return next;
    }

    @Override
    public boolean end(long jobId, RedriveJob.StoredRedriveJobState state, long nowMillis, @Nullable String failure) {
        return asked().end(jobId, state, nowMillis, failure);
    }

    @Override
    public void deleteEnded(long beforeMillis, int maxKept) {
        asked().deleteEnded(beforeMillis, maxKept);
    }
}
