package dev.restante.broker;

import dev.restante.api.BlockingReason;
import dev.restante.broker.view.EntityHighWaterMark;
import dev.restante.broker.view.InspectedMessage;
import dev.restante.broker.view.MessageGroupStatistics;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Operations with which administrators list, purge, redrive, resubmit, undefer and unlock the messages of queues,
 * dead-letter queues and subscriptions. Each operation uses small transactions. Thread-safe.
 */
public interface MessageAdministration {

    /**
     * Page of messages.
     *
     * @param next the position of the next page, null if there is none
     */
    record InspectedMessagePage(List<InspectedMessage> messages, @Nullable PageCursor next) {
        public InspectedMessagePage {
            messages = List.copyOf(messages);
        }
    }

    /**
     * Listener for the progress of an operation, called on the calling thread; returns false to cancel the operation.
     */
    @FunctionalInterface
    interface ProgressWatch {
        boolean proceed(long done);
    }

    record PurgeResult(long removed, boolean cancelled) {}

    /**
     * Request to move dead letters back.
     *
     * @param target the target; null for the source of each message
     * @param maxMessages the highest number of messages to move
     * @param perSecond the highest number of messages per second; 0 for no limit
     */
    record RedriveRequest(MessageQuery query, @Nullable Entity target, long maxMessages, double perSecond) {
        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if the maximum is negative, or the rate is negative or not finite
         */
        public RedriveRequest {
            if (maxMessages < 0) {
                throw new IllegalArgumentException("The maximum of " + maxMessages + " messages must be 0 or more");
            }
            if (!(perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("The rate of " + perSecond
                        + " messages per second is not within 0 (no limit) to " + Double.MAX_VALUE);
            }
        }
    }

    /**
     * Result of a redrive.
     *
     * @param sourceMissing the number of messages that stayed because their source is unknown or does not exist
     */
    record RedriveResult(long moved, long sourceMissing, boolean cancelled) {}

    /**
     * Edit of messages, which leaves all parts unchanged for which it has null.
     *
     * @param text the new body, for text messages only
     * @param priority 0 to 9
     * @param properties the new values by name; a null value removes the property
     */
    record EditRequest(
            @Nullable String text,
            @Nullable HeaderValue type,
            @Nullable HeaderValue correlationId,
            @Nullable Integer priority,
            Map<String, @Nullable Object> properties) {
        public EditRequest {
            if (priority != null && (priority < 0 || priority > 9)) {
                throw new IllegalArgumentException("Priority " + priority + " is not within 0 to 9");
            }
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        }
    }

    /**
     * New value of a header.
     *
     * @param value the value; null removes the header
     */
    record HeaderValue(@Nullable String value) {}

    /**
     * Request to edit dead letters and send them again.
     *
     * @param target the target; null for the source of each message
     */
    record ResubmitRequest(MessageQuery query, @Nullable Entity target, EditRequest edit) {}

    enum LockBreakOutcome {
        BROKEN,
        /** The message was not locked. */
        NOT_LOCKED,
        /** The owner node did not answer in time, but may still break the lock. */
        TIMED_OUT
    }

    /**
     * Returns matching messages in retrieval order: first available and locked messages, then scheduled, then deferred
     * ones.
     *
     * <p>A page can be short or empty although a next page exists, because a call reads a limited number of messages.
     *
     * @param after the end of the previous page, null for the first page
     * @param withBodies true to read the bodies, too; large bodies then end the page early
     */
    InspectedMessagePage messages(
            Entity entity, MessageQuery query, @Nullable PageCursor after, int limit, boolean withBodies);

    /** Returns the current end of an entity, for an operation that consists of several calls. */
    EntityHighWaterMark highWaterMark(Entity entity);

    /**
     * Removes the matching messages up to the high-water mark of the query or else of the start of the call. Locked
     * messages are removed only if the query includes their status, which breaks their locks (BEY-04). A query
     * without sequence numbers includes messages that another live node has prefetched or has only in memory.
     */
    PurgeResult purge(Entity entity, MessageQuery query, ProgressWatch progress);

    /**
     * Moves dead letters back (BEY-03). Each message is in exactly one place at every instant, even after a crash.
     *
     * @throws BrokerException with INVALID_ARGUMENT if source and target are identical
     */
    RedriveResult redrive(Entity entity, RedriveRequest redrive, ProgressWatch progress);

    /**
     * Edits dead letters and sends them again, one after another. Each dead letter is removed in the transaction that
     * sends its edited copy (BEY-08).
     *
     * @return the result of a redrive; messages that cannot be edited count as messages without a source
     * @throws BrokerException with INVALID_ARGUMENT if source and target are identical, or the headers and properties
     *     of an edited message are too large
     */
    RedriveResult resubmit(Entity entity, ResubmitRequest request, ProgressWatch progress);

    /**
     * Breaks the lock of a message. The message becomes available again and its delivery count rises (BEY-04).
     *
     * @throws BrokerException with STORE_UNAVAILABLE if the lock is broken, but the store has not confirmed the
     *     release. The message becomes available when the store answers
     */
    LockBreakOutcome breakLock(Entity entity, long sequenceNumber, Duration timeout);

    /**
     * Makes deferred messages available at their old positions, with unchanged delivery counts (DEF-04).
     *
     * @return the number of messages; messages that are not deferred or were just received are not counted
     */
    long undefer(Entity entity, Collection<Long> sequenceNumbers);

    /**
     * Returns the reasons that prevent the delivery of a message now; empty if only earlier messages precede it. Counts
     * the messages of the entity.
     */
    List<BlockingReason> blockingReasons(Entity entity, long sequenceNumber);

    /**
     * Returns the most frequent dead-letter reasons with their counts; messages without a reason count as empty reason.
     */
    Map<String, Long> deadLetterReasons(Entity entity, int limit);

    /**
     * Page of message groups.
     *
     * @param nextAfterGroupId the group after which the next page begins, null if there is none
     * @param complete true if the call read all messages
     */
    record MessageGroupPage(List<MessageGroupStatistics> groups, @Nullable String nextAfterGroupId, boolean complete) {
        public MessageGroupPage {
            groups = List.copyOf(groups);
        }
    }

    /**
     * Returns the groups that have messages, a holder or a state. This call does not count as use of the entity
     * (IDLE-08).
     *
     * @param after the last group of the previous page, null for the first page
     * @param maxReadsPerState the highest number of messages to read for each message state
     */
    MessageGroupPage groups(Entity entity, @Nullable String after, int limit, int maxReadsPerState);

    /** Returns the state of a group, even if another consumer holds the group (GRP-03); empty if it has none. */
    Optional<byte[]> groupState(Entity entity, String groupId);

    /**
     * Replaces the state of a group that no consumer holds.
     *
     * @param state the new state; empty to remove it
     * @throws BrokerException with GROUP_LOCKED if a consumer holds the group; INVALID_ARGUMENT if the state is too
     *     large
     */
    void putGroupState(Entity entity, String groupId, byte[] state);
}
