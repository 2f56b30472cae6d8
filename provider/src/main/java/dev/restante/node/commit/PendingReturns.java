package dev.restante.node.commit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.node.core.Work;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns of deliveries that the store could not do. Nobody else would ever do them while the node lives, so they are
 * tried again until the store has done them. The fence makes that safe. Thread-safe; who wants to know when they are
 * over is told on any thread.
 */
public final class PendingReturns {

    private static final Logger LOG = LoggerFactory.getLogger(PendingReturns.class);
    private static final long RETRY_MILLIS = 500;

    private final Commits commits;
    private final AlarmClock.Alarm alarm;

    @GuardedBy("pending")
    private final List<Pending> pending = new ArrayList<>();

    /** Work that is to be tried again, and the one who wants to know when it is over. */
    private record Pending(Work work, Runnable whenOver) {}

    public PendingReturns(AlarmClock clock, Commits commits) {
        this.commits = commits;
        this.alarm = clock.alarm("pending returns", this::tryAgain);
    }

    /** Looks at the outcome of such work; never blocks. */
    public void watch(Work work, Outcome outcome) {
        watch(new Pending(work, () -> {}), outcome);
    }

    private void watch(Pending watched, Outcome outcome) {
        if (outcome instanceof Outcome.InDoubt doubt) {
            doubt.later().whenKnown(known -> watch(watched, known));
        } else if (!(outcome instanceof Outcome.Failed failed) || !triedAgain(watched, failed)) {
            watched.whenOver().run();
        }
    }

    private boolean triedAgain(Pending watched, Outcome.Failed failed) {
        Work work = watched.work();
        int count = work.changes().size();
        StoreException.Kind kind = failed.cause().kind();
        boolean again =
                switch (kind) {
                    case TRANSIENT, UNAVAILABLE, DAMAGED, FATAL -> true;
                    // What a dead or closed incarnation still has is released by others; a refused row stays refused.
                    case CONSTRAINT, PROTECTED, FENCED, CLOSED -> false;
                    // Never of what has ended.
                    case OUTCOME_UNKNOWN -> false;
                };
        if (kind == StoreException.Kind.CLOSED) {
            LOG.debug(
                    "The end of the node gives back {} deliveries of entity {}",
                    count,
                    work.entityId(),
                    failed.cause());
        } else {
            LOG.warn(
                    "{} deliveries of entity {} could not be given back or moved; {}",
                    count,
                    work.entityId(),
                    again ? "trying again" : "they are released when this node has left",
                    failed.cause());
        }
        if (again) {
            List<Pending> parts = kind == StoreException.Kind.DAMAGED ? withoutDamaged(watched) : List.of(watched);
            synchronized (pending) {
                pending.addAll(parts);
            }
            alarm.ringWithin(RETRY_MILLIS);
        }
        return again;
    }

    /**
     * A row that the database can't read keeps back no other, and nobody waits for it: perhaps it never can again. It
     * is tried all the same.
     */
    private static List<Pending> withoutDamaged(Pending watched) {
        Work work = watched.work();
        if (work.misses() == Operation.Misses.SKIP && work.changes().size() > 1) {
            return each(work.apart(), watched.whenOver());
        }
        watched.whenOver().run();
        return List.of(new Pending(work, () -> {}));
    }

    /**
     * Hands such works over, without waiting.
     *
     * @param whenOver told once all of them have been executed, however often they had to be tried, or will never be;
     *     must not block
     */
    public void submit(List<Work> works, Runnable whenOver) {
        for (Pending each : each(works, whenOver)) {
            submit(each);
        }
    }

    private void submit(Pending each) {
        commits.submit(each.work(), Operation.Urgency.NOW, outcome -> watch(each, outcome));
    }

    /** The last of them that is over tells that all are. */
    private static List<Pending> each(List<Work> works, Runnable whenOver) {
        if (works.isEmpty()) {
            whenOver.run();
            return List.of();
        }
        AtomicInteger left = new AtomicInteger(works.size());
        Runnable oneOver = () -> {
            if (left.decrementAndGet() == 0) {
                whenOver.run();
            }
        };
        return works.stream().map(work -> new Pending(work, oneOver)).toList();
    }

    /** The same, and nobody wants to know. */
    public void submit(List<Work> works) {
        submit(works, () -> {});
    }

    /** Executes such works, and waits for their outcomes. */
    @CanIgnoreReturnValue
    public List<Outcome> execute(List<Work> works) {
        return execute(works, () -> {});
    }

    /**
     * The same.
     *
     * @param whenOver as for {@link #submit(List, Runnable)}; perhaps not before this has returned
     */
    @CanIgnoreReturnValue
    public List<Outcome> execute(List<Work> works, Runnable whenOver) {
        List<Pending> all = each(works, whenOver);
        List<Outcome> outcomes = all.isEmpty() ? List.of() : commits.executeEach(works);
        for (int i = 0; i < outcomes.size(); i++) {
            watch(all.get(i), outcomes.get(i));
        }
        return outcomes;
    }

    private void tryAgain() {
        List<Pending> again;
        synchronized (pending) {
            again = List.copyOf(pending);
            pending.clear();
        }
        again.forEach(this::submit);
    }
}
