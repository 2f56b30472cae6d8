package dev.restante.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.RedriveJob;
import dev.restante.store.RedriveJobRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Redrives in the background whose store is slow, or does not say what it has done, because a test wants it. */
final class JobFaults implements RedriveJobRepository {

    private final RedriveJobRepository jobs;
    private final ReentrantLock calls = new ReentrantLock();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicBoolean doubtful = new AtomicBoolean();
    private volatile @Nullable Behind behind;

    /** The steps of who stores a job while its node gives up what it has. */
    private record Behind(CountDownLatch adding, CountDownLatch released, CountDownLatch added) {}

    JobFaults(RedriveJobRepository jobs) {
        this.jobs = jobs;
    }

    /** Returns how often nodes have asked for anything; a look at jobs that nobody has counts when it has ended. */
    int looks() {
        return looks.get();
    }

    /** Lets whoever asks wait; not the calling thread. */
    SharedStore.Hold hold() {
        calls.lock();
        return calls::unlock;
    }

    /** Whether somebody waits so. */
    boolean held() {
        return calls.hasQueuedThreads();
    }

    /** The next job that is stored or taken is so, and nobody hears of it. */
    void doubtNext() {
        doubtful.set(true);
    }

    /** The next job is stored between the moment at which its node gives up what it has and the next one. */
    void addBehindRelease() {
        behind = new Behind(new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1));
    }

    /** Waits until somebody is about to store such a job. */
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
        looks.incrementAndGet();
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

    private boolean told(boolean done) {
        if (doubtful.getAndSet(false)) {
            throw new StoreException(Kind.OUTCOME_UNKNOWN, "cut off by the test", null);
        }
        return done;
    }

    @Override
    public boolean add(RedriveJob job, int most) {
        Behind now = behind;
        if (now != null) {
            now.adding().countDown();
            await(now.released());
        }
        try {
            return told(asked().add(job, most));
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
            looks.incrementAndGet();
        }
    }

    @Override
    public boolean take(long jobId, long former, long incarnation) {
        return told(asked().take(jobId, former, incarnation));
    }

    @Override
    public OptionalLong release(long incarnation) {
        OptionalLong next = asked().release(incarnation);
        Behind now = behind;
        if (now != null) {
            now.released().countDown();
            await(now.added());
        }
        return next;
    }

    @Override
    public boolean end(long jobId, RedriveJob.State state, long nowMillis, @Nullable String failure) {
        return asked().end(jobId, state, nowMillis, failure);
    }

    @Override
    public void forget(long beforeMillis, int most) {
        asked().forget(beforeMillis, most);
    }
}
