package dev.restante.broker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.broker.worker.AlarmClock;
import dev.restante.model.TimeSource;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that takes deliveries off this node and that the store could not do: nobody else would ever do it while the node lives, so it is tried again until the store has done it. The fence
 * makes that safe. Thread-safe.
 */
final class PendingReturns {

    private static final Logger LOG = LoggerFactory.getLogger(PendingReturns.class);
    private static final long RETRY_MILLIS = 500;

    private final TimeSource time;
    private final Supplier<Commits> commits;
    private final AlarmClock.Alarm alarm;
    private final List<Work> pending = new ArrayList<>();

    PendingReturns(TimeSource time, AlarmClock clock, Supplier<Commits> commits) {
        this.time = time;
        this.commits = commits;
        this.alarm = clock.alarm("pending returns", this::tryAgain);
    }

    /** Looks at the outcome of such work; never blocks. */
    void watch(Work work, Outcome outcome) {
        if (!(outcome instanceof Outcome.Failed failed)) {
            return;
        }
        StoreException.Kind kind = failed.cause().kind();
        boolean again =
                switch (kind) {
                    case TRANSIENT, UNAVAILABLE, FATAL -> true;
                    // What a dead or closed incarnation still has is released by others; a refused row stays refused.
                    case CONSTRAINT, FENCED, CLOSED -> false;
                };
        LOG.warn(
                "{} deliveries of entity {} could not be given back or moved; {}",
                work.changes().size(),
                work.entityId(),
                again ? "trying again" : "they are released when this node has left",
                failed.cause());
        if (again) {
            synchronized (pending) {
                pending.add(work);
            }
            alarm.setNoLaterThan(time.millis() + RETRY_MILLIS);
        }
    }

    /**
     * Hands such works over, without waiting.
     *
     * @param whenDone told once the last of them has been executed, or has failed and is to be tried again; must not block
     */
    void submit(List<Work> works, Runnable whenDone) {
        if (works.isEmpty()) {
            whenDone.run();
            return;
        }
        AtomicInteger left = new AtomicInteger(works.size());
        for (Work work : works) {
            commits.get().submit(work, Operation.Urgency.NOW, outcome -> {
                watch(work, outcome);
                if (left.decrementAndGet() == 0) {
                    whenDone.run();
                }
            });
        }
    }

    /** The same, and nobody wants to know. */
    void submit(List<Work> works) {
        submit(works, () -> {});
    }

    /** Executes such works, and waits for their outcomes. */
    @CanIgnoreReturnValue
    List<Outcome> execute(List<Work> works) {
        List<Outcome> outcomes = works.isEmpty() ? List.of() : commits.get().executeEach(works);
        for (int i = 0; i < outcomes.size(); i++) {
            watch(works.get(i), outcomes.get(i));
        }
        return outcomes;
    }

    private void tryAgain() {
        List<Work> works;
        synchronized (pending) {
            works = List.copyOf(pending);
            pending.clear();
        }
        submit(works);
    }
}
