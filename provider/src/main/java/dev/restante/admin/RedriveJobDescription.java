package dev.restante.admin;

import dev.restante.model.RedriveJob;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A redrive in the background as it stands now (BEY-07). Its numbers are those of what has really moved, whatever has
 * become of the processes that worked at it.
 *
 * @param id identifies it in its store
 * @param queue the dead-letter queue, or whatever else its messages are in
 * @param target where they go; null for where each of them came from
 * @param selector what they must match; null for all
 * @param sequenceNumbers which ones; empty for all
 * @param maximum at most so many
 * @param perSecond at most so many a second; 0 for as fast as it goes
 * @param requestedBy who asked for it, as {@link RedriveJobsAdmin#start} was told; or null
 * @param startedAt when it began, by the clock of the store
 * @param state how it stands
 * @param total how many messages there were when it began, meant or not
 * @param moved how many have moved
 * @param left how many it has looked at and left: not meant, in somebody's hands, or without a source
 * @param withoutSource how many of them because where they came from does not exist any more, they do not say where
 *     they came from, or they can't be read
 * @param toldAt when it was told last how far it has come
 * @param endedAt when it ended; null while it is running
 * @param failure why it can't go on; null unless it has failed
 */
public record RedriveJobDescription(
        long id,
        String queue,
        @Nullable String target,
        @Nullable String selector,
        Set<Long> sequenceNumbers,
        long maximum,
        double perSecond,
        @Nullable String requestedBy,
        Instant startedAt,
        State state,
        long total,
        long moved,
        long left,
        long withoutSource,
        Instant toldAt,
        @Nullable Instant endedAt,
        @Nullable String failure) {

    public RedriveJobDescription {
        sequenceNumbers = Set.copyOf(sequenceNumbers);
    }

    /** The states of a job. */
    public enum State {
        /** A node works at it, or will as soon as one is open. */
        RUNNING,
        /** All that was meant has been looked at, or as many have moved as were wanted. */
        DONE,
        /** Somebody has cancelled it; what had moved stays where it is. */
        CANCELLED,
        /** It can't go on; {@link #failure()} says why. */
        FAILED;

        private static State of(RedriveJob.State state) {
            return switch (state) {
                case RUNNING -> RUNNING;
                case DONE -> DONE;
                case CANCELLED -> CANCELLED;
                case FAILED -> FAILED;
            };
        }
    }

    static RedriveJobDescription of(RedriveJob job) {
        RedriveJob.Order order = job.order();
        RedriveJob.Place target = order.target();
        RedriveJob.Progress progress = job.progress();
        RedriveJob.Ending ending = job.ending();
        return new RedriveJobDescription(
                job.id(),
                order.from().name(),
                target == null ? null : target.name(),
                order.selector(),
                order.sequenceNumbers(),
                order.maximum(),
                order.perSecond(),
                order.requestedBy(),
                Instant.ofEpochMilli(job.start().atMillis()),
                State.of(job.state()),
                job.start().total(),
                progress.moved(),
                progress.passed(),
                progress.withoutSource(),
                Instant.ofEpochMilli(progress.atMillis()),
                ending == null ? null : Instant.ofEpochMilli(ending.atMillis()),
                ending == null ? null : ending.failure());
    }
}
