package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.PagePlace;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Entity;
import dev.restante.model.RedriveJob;
import dev.restante.model.TimeSource;
import dev.restante.node.core.Allowance;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.Change;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The work at one job by one incarnation, from where the job stands. Each portion counts itself in its own transaction,
 * so whatever ends this, the next one goes on from what has really moved. Used by the thread of the jobs only.
 */
final class RedriveJobRun {

    /** What passes messages and moves none is told after so many of them: that much may be looked at once more. */
    private static final long UNTOLD = 10_000;

    private final TimeSource time;
    private final RedriveJob job;
    private final Entity from;
    private final RedriveWalk walk;
    private final Allowance allowance;
    private final long maximum;
    private long moved;
    private long toldPassed;
    private long toldWithoutSource;

    /**
     * A run from where the job stands.
     *
     * @param target of its order
     * @throws BrokerException with STORE_FAILED if its order can't be read
     */
    RedriveJobRun(RedriveWalk.Services services, RedriveJob job, Entity from, @Nullable Entity target) {
        this.time = services.context().time();
        this.job = job;
        this.from = from;
        Redrive redrive = redrive(job.order(), target);
        RedriveJob.Progress progress = job.progress();
        PagePlace place = progress.place() == null ? null : PagePlace.parse(progress.place());
        this.walk = new RedriveWalk(
                services,
                from,
                redrive,
                new HighWaterMark(job.start().untilId(), job.start().untilPosition()),
                place);
        this.moved = progress.moved();
        this.maximum = redrive.maximum();
        // Who takes over earns from the last portion on, so that nothing comes of it but what the rate allows.
        boolean fresh = moved == 0 && progress.place() == null;
        long sinceMillis = Math.max(0, time.millis() - progress.atMillis());
        this.allowance = new Allowance(redrive.perSecond(), fresh ? 1 : 0, nanos(time.steadyMillis() - sinceMillis));
    }

    private static Redrive redrive(RedriveJob.Order order, @Nullable Entity target) {
        try {
            Set<Standing> standings =
                    order.standings().stream().map(Standing::valueOf).collect(Collectors.toSet());
            String selector = order.selector();
            MessageQuery query = new MessageQuery(
                    standings, selector == null ? null : Selector.parse(selector), order.sequenceNumbers(), false);
            return new Redrive(query, target, order.maximum(), order.perSecond());
        } catch (SelectorSyntaxException | IllegalArgumentException e) {
            throw new BrokerException(Reason.STORE_FAILED, "the order of the job can't be read: " + e.getMessage(), e);
        }
    }

    private static long nanos(long steadyMillis) {
        return TimeUnit.MILLISECONDS.toNanos(steadyMillis);
    }

    /** Where the messages are. */
    Entity from() {
        return from;
    }

    /** Whether nothing is left to be done, or as many have moved as were wanted. */
    boolean ended() {
        return moved >= maximum || walk.ended();
    }

    /**
     * Returns if the job has ended because it is done.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it finds no further message because its queue was deleted
     */
    void requireComplete() {
        if (moved < maximum) {
            walk.requireSource();
        }
    }

    /**
     * Does the next piece.
     *
     * @param tell writes progress that no move takes along
     * @return the instant of the steady clock, in milliseconds, at which the next one is due
     */
    long step(Consumer<Change.AdvanceJob> tell) {
        long nowMillis = time.steadyMillis();
        if (walk.ready() == 0) {
            walk.look();
            if (walk.passed() - toldPassed >= UNTOLD) {
                tell(tell);
            }
            return nowMillis;
        }
        int next = allowance.take((int) Math.min(walk.ready(), maximum - moved), nanos(nowMillis));
        if (next == 0) {
            return nowMillis + TimeUnit.NANOSECONDS.toMillis(allowance.missingNanos()) + 1;
        }
        Change.AdvanceJob advance = advance();
        moved += walk.move(next, List.of(advance));
        told(advance);
        return nowMillis;
    }

    /** Writes what has not been told yet. */
    void tell(Consumer<Change.AdvanceJob> tell) {
        if (walk.passed() > toldPassed) {
            Change.AdvanceJob advance = advance();
            tell.accept(advance);
            told(advance);
        }
    }

    private Change.AdvanceJob advance() {
        PagePlace place = walk.place();
        return new Change.AdvanceJob(
                job.id(),
                job.owner(),
                moved,
                place == null ? null : place.text(),
                walk.passed() - toldPassed,
                walk.passedWithoutSource() - toldWithoutSource,
                time.millis());
    }

    private void told(Change.AdvanceJob advance) {
        toldPassed += advance.passed();
        toldWithoutSource += advance.withoutSource();
    }
}
