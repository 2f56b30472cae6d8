package dev.restante.node.feature.redrive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.DisplayText;
import dev.restante.model.RedriveJob;
import dev.restante.node.core.NodeContext;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adopter of redrive jobs that no live node runs, which searches for them and lets this node continue them (BEY-07).
 * These are jobs of dead nodes, and jobs of this node whose start had an unknown outcome. Thread-safe.
 *
 * <p>Callers such as the heartbeat never wait for the store:
 *
 * <ol>
 *   <li>The thread of the expiry sweeper searches for jobs with one statement.
 *   <li>The thread of the jobs adopts the jobs that it finds.
 * </ol>
 */
final class RedriveJobAdopter {

    private static final long FIRST_SEARCH_DELAY_MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final long MAX_SEARCH_DELAY_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final Logger LOG = LoggerFactory.getLogger(RedriveJobAdopter.class);

    private final NodeContext context;
    private final LongPredicate runsHere;
    private final Consumer<RedriveJob> startJob;
    private final Consumer<Runnable> jobsThread;
    private final NodeScheduler.ScheduledTask task;

    /** Delay until the next search while an outcome is unknown, or 0 to stop searching. */
    @GuardedBy("this")
    private long searchDelayMillis;

    /**
     * Creates an adopter that does not search yet.
     *
     * @param runsHere the predicate for the ids of jobs that this node runs
     * @param jobsThread the executor for the thread of the jobs
     */
    RedriveJobAdopter(
            NodeContext context,
            NodeScheduler sweepScheduler,
            LongPredicate runsHere,
            Consumer<RedriveJob> startJob,
            Consumer<Runnable> jobsThread) {
        this.context = context;
        this.runsHere = runsHere;
        this.startJob = startJob;
        this.jobsThread = jobsThread;
        this.task = sweepScheduler.task("orphaned redrive jobs", this::search);
    }

    void searchSoon() {
        task.scheduleIn(0);
    }

    /**
     * Searches repeatedly for a while, because a job with unknown outcome may have been stored or may still be stored.
     */
    synchronized void onOutcomeInDoubt() {
        searchDelayMillis = FIRST_SEARCH_DELAY_MILLIS;
        task.scheduleWithin(FIRST_SEARCH_DELAY_MILLIS);
    }

    private void search() {
        scheduleNextSearch();
        retryOnFailure(() -> {
            if (!found().isEmpty()) {
                jobsThread.accept(() -> retryOnFailure(this::adopt));
            }
        });
    }

    private synchronized void scheduleNextSearch() {
        if (searchDelayMillis > 0) {
            searchDelayMillis = searchDelayMillis < MAX_SEARCH_DELAY_MILLIS ? 2 * searchDelayMillis : 0;
            if (searchDelayMillis > 0) {
                task.scheduleWithin(searchDelayMillis);
            }
        }
    }

    private List<RedriveJob> found() {
        return context.store().redriveJobs().orphaned(context.incarnation()).stream()
                .filter(job -> !runsHere.test(job.id()))
                .toList();
    }

    private void adopt() {
        long incarnation = context.incarnation();
        for (RedriveJob job : found()) {
            boolean own = job.owner() == incarnation;
            if (own || context.store().redriveJobs().takeOver(job.id(), job.owner(), incarnation)) {
                LOG.info(
                        "Redrive job {} of '{}' continues on this node, incarnation {}",
                        job.id(),
                        DisplayText.shorten(job.request().from().name()),
                        incarnation);
                startJob.accept(own ? job : ownedBy(job, incarnation));
            }
        }
    }

    private static RedriveJob ownedBy(RedriveJob job, long incarnation) {
        return new RedriveJob(
                job.id(), job.request(), job.start(), job.state(), incarnation, job.progress(), job.end());
    }

    private void retryOnFailure(Runnable step) {
        try {
            step.run();
        } catch (StoreException e) {
            LOG.warn("Redrive jobs of stopped nodes could not be adopted. Restante tries again.", e);
            if (e.kind() == StoreFailureKind.OUTCOME_UNKNOWN) {
                onOutcomeInDoubt();
            } else {
                task.scheduleWithin(FIRST_SEARCH_DELAY_MILLIS);
            }
        }
    }
}
