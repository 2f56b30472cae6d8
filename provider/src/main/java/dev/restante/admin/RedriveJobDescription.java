package dev.restante.admin;

import dev.restante.model.RedriveJob;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a background redrive job and its progress (BEY-07). Its counts are exact even if nodes that ran the job
 * crashed.
 *
 * @param id the job id
 * @param queue the name of the dead-letter queue or other entity with the messages
 * @param target the {@link RedriveOptions#target()}
 * @param selector the {@link MessageFilter#selector()}
 * @param sequenceNumbers the {@link MessageFilter#sequenceNumbers()}
 * @param maxMessages the {@link RedriveOptions#maxMessages()}
 * @param messagesPerSecond the {@link RedriveOptions#messagesPerSecond()}
 * @param requestedBy the text passed to {@link RedriveJobsAdmin#start}, or null
 * @param startedAt the start of the job in store time
 * @param state the job state
 * @param total the number of messages in the entity at the start, or of requested sequence numbers
 * @param moved the number of moved messages
 * @param skipped the number of messages that were read but not moved, because they did not match, were locked or had no
 *     source
 * @param withoutSource the number of skipped messages that are unreadable, or whose source was deleted or is unknown
 * @param updatedAt the last update of the progress in store time
 * @param endedAt the end of the job in store time, or null while it runs
 * @param failure the failure, or null
 */
public record RedriveJobDescription(
        long id,
        String queue,
        @Nullable String target,
        @Nullable String selector,
        Set<Long> sequenceNumbers,
        long maxMessages,
        double messagesPerSecond,
        @Nullable String requestedBy,
        Instant startedAt,
        RedriveJobState state,
        long total,
        long moved,
        long skipped,
        long withoutSource,
        Instant updatedAt,
        @Nullable Instant endedAt,
        @Nullable String failure) {

    public RedriveJobDescription {
        sequenceNumbers = Set.copyOf(sequenceNumbers);
    }

    /** State of a redrive job. */
    public enum RedriveJobState {
        /** Run by a node, or waiting until a node is open. */
        RUNNING,
        /** Finished because all matching messages were processed or the maximum number was moved. */
        DONE,
        /** Cancelled by an administrator; messages that were already moved stay at their targets. */
        CANCELLED,
        /** Ended by the failure that {@link #failure()} describes. */
        FAILED;

        private static RedriveJobState of(RedriveJob.StoredRedriveJobState state) {
            return switch (state) {
                case RUNNING -> RUNNING;
                case DONE -> DONE;
                case CANCELLED -> CANCELLED;
                case FAILED -> FAILED;
            };
        }
    }

    static RedriveJobDescription of(RedriveJob job) {
        RedriveJob.RedriveJobRequest request = job.request();
        RedriveJob.RedriveJobEntity target = request.target();
        RedriveJob.RedriveJobProgress progress = job.progress();
        RedriveJob.RedriveJobEnd end = job.end();
        return new RedriveJobDescription(
                job.id(),
                request.from().name(),
                target == null ? null : target.name(),
                request.selector(),
                request.sequenceNumbers(),
                request.maxMessages(),
                request.perSecond(),
                request.requestedBy(),
                Instant.ofEpochMilli(job.start().atMillis()),
                RedriveJobState.of(job.state()),
                job.start().messageCount(),
                progress.moved(),
                progress.skipped(),
                progress.sourceMissing(),
                Instant.ofEpochMilli(progress.updatedAtMillis()),
                end == null ? null : Instant.ofEpochMilli(end.atMillis()),
                end == null ? null : end.failure());
    }
}
