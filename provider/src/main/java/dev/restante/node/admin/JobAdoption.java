package dev.restante.node.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.RedriveJob;
import dev.restante.model.ShownText;
import dev.restante.node.core.NodeContext;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The adoption of redrive jobs at which nobody works (BEY-07): those of dead nodes, and those of this one of which it
 * does not know, since it was not told what became of its own call.
 *
 * <p>Whoever asks for it waits for nothing, as the heartbeat must not. The sweeper's thread looks, which is one
 * statement; what it finds is taken on the thread of the jobs. Thread-safe.
 */
final class JobAdoption {

    private static final long AGAIN_MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final long MOST_AGAIN_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final Logger LOG = LoggerFactory.getLogger(JobAdoption.class);

    private final NodeContext context;
    private final LongPredicate worked;
    private final Consumer<RedriveJob> begin;
    private final Consumer<Runnable> jobsThread;
    private final AlarmClock.Alarm alarm;

    /** How much later it looks again, as long as an outcome is in doubt; 0 for not. */
    @GuardedBy("this")
    private long doubtMillis;

    /**
     * Looks for nothing yet.
     *
     * @param sweeps whose thread looks
     * @param worked whether this node works at a job, by its id
     * @param begin begins to work at a job
     * @param jobsThread does something on the thread of the jobs
     */
    JobAdoption(
            NodeContext context,
            AlarmClock sweeps,
            LongPredicate worked,
            Consumer<RedriveJob> begin,
            Consumer<Runnable> jobsThread) {
        this.context = context;
        this.worked = worked;
        this.begin = begin;
        this.jobsThread = jobsThread;
        this.alarm = sweeps.alarm("redrive jobs at which nobody works", this::look);
    }

    /** Looks soon. */
    void lookSoon() {
        alarm.ringIn(0);
    }

    /** What this node has asked for may take effect, or have taken it, without its knowing: it looks for a while. */
    synchronized void inDoubt() {
        doubtMillis = AGAIN_MILLIS;
        alarm.ringWithin(AGAIN_MILLIS);
    }

    private void look() {
        lookAgainInDoubt();
        orLater(() -> {
            if (!found().isEmpty()) {
                jobsThread.accept(() -> orLater(this::take));
            }
        });
    }

    private synchronized void lookAgainInDoubt() {
        if (doubtMillis > 0) {
            doubtMillis = doubtMillis < MOST_AGAIN_MILLIS ? 2 * doubtMillis : 0;
            if (doubtMillis > 0) {
                alarm.ringWithin(doubtMillis);
            }
        }
    }

    private List<RedriveJob> found() {
        return context.store().redriveJobs().orphaned(context.incarnation()).stream()
                .filter(job -> !worked.test(job.id()))
                .toList();
    }

    private void take() {
        long incarnation = context.incarnation();
        for (RedriveJob job : found()) {
            boolean own = job.owner() == incarnation;
            if (own || context.store().redriveJobs().take(job.id(), job.owner(), incarnation)) {
                LOG.info(
                        "Redrive job {} of '{}' goes on at incarnation {}",
                        job.id(),
                        ShownText.of(job.order().from().name()),
                        incarnation);
                begin.accept(own ? job : ownedBy(job, incarnation));
            }
        }
    }

    private static RedriveJob ownedBy(RedriveJob job, long incarnation) {
        return new RedriveJob(
                job.id(), job.order(), job.start(), job.state(), incarnation, job.progress(), job.ending());
    }

    private void orLater(Runnable step) {
        try {
            step.run();
        } catch (StoreException e) {
            LOG.warn("Redrive jobs that nobody works at can't be taken over; it is tried again", e);
            if (e.kind() == Kind.OUTCOME_UNKNOWN) {
                inDoubt();
            } else {
                alarm.ringWithin(AGAIN_MILLIS);
            }
        }
    }
}
