package dev.restante.node.feature.redrive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.PageCursor;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import dev.restante.model.RedriveJob;
import dev.restante.model.TimeSource;
import dev.restante.node.admin.message.HighWaterMark;
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
 * Execution of one redrive job by one incarnation, from the recorded progress on. The transaction that moves a batch
 * also records the progress, so that a later run continues exactly there. Used by the thread of the jobs only.
 */
final class RedriveJobRun {

    /**
     * Number of skipped messages after which progress is written even without a move, so that a later run rereads few.
     */
    private static final long MAX_UNRECORDED = 10_000;

    private final TimeSource time;
    private final RedriveJob job;
    private final Entity from;
    private final RedriveMover mover;
    private final TokenBucket bucket;
    private final long maximum;
    private long moved;
    private long recordedPassed;
    private long recordedWithoutSource;

    /**
     * Creates a run that continues at the recorded progress.
     *
     * @throws BrokerException with STORE_FAILED if the request of the job is unreadable
     */
    RedriveJobRun(RedriveMover.RedriveServices services, RedriveJob job, Entity from, @Nullable Entity target) {
        this.time = services.context().storeClock();
        this.job = job;
        this.from = from;
        RedriveRequest redrive = redrive(job.request(), target);
        RedriveJob.RedriveJobProgress progress = job.progress();
        PageCursor cursor = progress.cursor() == null ? null : PageCursor.parse(progress.cursor());
        this.mover = new RedriveMover(
                services,
                from,
                redrive,
                new HighWaterMark(job.start().highWaterId(), job.start().highWaterPosition()),
                cursor);
        this.moved = progress.moved();
        this.maximum = redrive.maxMessages();
        // A run after an adoption counts tokens from the last update, so that the total rate stays within the limit.
        boolean fresh = moved == 0 && progress.cursor() == null;
        long sinceMillis = Math.max(0, time.storeMillis() - progress.updatedAtMillis());
        this.bucket = new TokenBucket(redrive.perSecond(), fresh ? 1 : 0, nanos(time.monotonicMillis() - sinceMillis));
    }

    private static RedriveRequest redrive(RedriveJob.RedriveJobRequest request, @Nullable Entity target) {
        try {
            Set<DeliveryStatus> statuses =
                    request.statuses().stream().map(DeliveryStatus::valueOf).collect(Collectors.toSet());
            String selector = request.selector();
            MessageQuery query = new MessageQuery(
                    statuses,
                    selector == null ? null : Selector.parseStored(selector),
                    request.sequenceNumbers(),
                    false);
            return new RedriveRequest(query, target, request.maxMessages(), request.perSecond());
        } catch (SelectorSyntaxException | IllegalArgumentException e) {
            throw new BrokerException(
                    BrokerErrorReason.STORE_FAILED,
                    "The stored request of the redrive job cannot be read: " + e.getMessage(),
                    e);
        }
    }

    private static long nanos(long monotonicMillis) {
        return TimeUnit.MILLISECONDS.toNanos(monotonicMillis);
    }

    Entity from() {
        return from;
    }

    /** Returns whether no message is left or the maximum number was moved. */
    boolean isDone() {
        return moved >= maximum || mover.ended();
    }

    /**
     * Checks that a job without remaining messages is really complete.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if no message is left because the entity was deleted
     */
    void requireComplete() {
        if (moved < maximum) {
            mover.requireExistingSource();
        }
    }

    /**
     * Reads the next page or moves the next batch.
     *
     * @param progressWriter the writer of progress that no move records
     * @return the instant of the monotonic clock, in milliseconds, at which the next batch is due
     */
    long runBatch(Consumer<Change.UpdateJobProgress> progressWriter) {
        long nowMillis = time.monotonicMillis();
        if (mover.readyCount() == 0) {
            mover.readPage();
            if (mover.passedCount() - recordedPassed >= MAX_UNRECORDED) {
                writeProgress(progressWriter);
            }
            return nowMillis;
        }
        int next = bucket.take((int) Math.min(mover.readyCount(), maximum - moved), nanos(nowMillis));
        if (next == 0) {
            return nowMillis + TimeUnit.NANOSECONDS.toMillis(bucket.nanosUntilNext()) + 1;
        }
        Change.UpdateJobProgress progressUpdate = advance();
        moved += mover.move(next, List.of(progressUpdate));
        progressRecorded(progressUpdate);
        return nowMillis;
    }

    void writeProgress(Consumer<Change.UpdateJobProgress> progressWriter) {
        if (mover.passedCount() > recordedPassed) {
            Change.UpdateJobProgress progressUpdate = advance();
            progressWriter.accept(progressUpdate);
            progressRecorded(progressUpdate);
        }
    }

    private Change.UpdateJobProgress advance() {
        PageCursor cursor = mover.cursor();
        return new Change.UpdateJobProgress(
                job.id(),
                job.owner(),
                moved,
                cursor == null ? null : cursor.text(),
                mover.passedCount() - recordedPassed,
                mover.passedWithoutSource() - recordedWithoutSource,
                time.storeMillis());
    }

    private void progressRecorded(Change.UpdateJobProgress progressUpdate) {
        recordedPassed += progressUpdate.skipped();
        recordedWithoutSource += progressUpdate.sourceMissing();
    }
}
