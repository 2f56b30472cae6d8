package dev.restante.broker;

import dev.restante.api.Obstacle;
import dev.restante.broker.view.GroupFigures;
import dev.restante.broker.view.Inspected;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Until;
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
 * The administration of messages in queues, dead-letter queues and subscriptions. Thread-safe. What takes long works in
 * small transactions, so that others go on meanwhile.
 */
public interface MessageAdministration {

    /**
     * A page of messages.
     *
     * @param next where the next page begins, null if there is none
     */
    record Page(List<Inspected> messages, @Nullable PagePlace next) {
        public Page {
            messages = List.copyOf(messages);
        }
    }

    /** Told how far long work has come, on the calling thread; false ends the work. */
    @FunctionalInterface
    interface Watch {
        boolean proceed(long done);
    }

    /**
     * The result of a purge.
     *
     * @param removed how many messages are gone
     * @param cancelled whether the work ended early
     */
    record Purged(long removed, boolean cancelled) {}

    /**
     * An order to move dead letters back.
     *
     * @param query which messages
     * @param target where to; null for where each of them came from
     * @param maximum at most so many
     * @param perSecond at most so many a second; 0 for as fast as it goes
     */
    record Redrive(MessageQuery query, @Nullable Entity target, long maximum, double perSecond) {
        /**
         * Makes an order.
         *
         * @throws IllegalArgumentException if the maximum is negative, or the rate is negative or not finite
         */
        public Redrive {
            if (maximum < 0) {
                throw new IllegalArgumentException("a maximum of " + maximum + " messages is less than 0");
            }
            if (!(perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a rate of " + perSecond
                        + " messages a second is not within 0 (as fast as possible) and " + Double.MAX_VALUE);
            }
        }
    }

    /**
     * The result of a redrive.
     *
     * @param moved how many messages
     * @param withoutSource how many stayed because where they came from is not there, or not known
     * @param cancelled whether the work ended early
     */
    record Redriven(long moved, long withoutSource, boolean cancelled) {}

    /**
     * An edit of messages: what it does not name stays.
     *
     * @param text the new body; only those of text messages can be replaced. Null leaves bodies as they are
     * @param type null leaves it
     * @param correlationId null leaves it
     * @param priority 0 to 9; null leaves it
     * @param properties new values by their names; null removes one
     */
    record Edit(
            @Nullable String text,
            @Nullable Header type,
            @Nullable Header correlationId,
            @Nullable Integer priority,
            Map<String, @Nullable Object> properties) {
        public Edit {
            if (priority != null && (priority < 0 || priority > 9)) {
                throw new IllegalArgumentException("priority " + priority + " is not within 0 to 9");
            }
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        }
    }

    /**
     * The new value of a header.
     *
     * @param value null for none
     */
    record Header(@Nullable String value) {}

    /**
     * An order to edit dead letters and send them again.
     *
     * @param query which messages
     * @param target where to; null for where each of them came from
     * @param edit the same for all
     */
    record Resubmission(MessageQuery query, @Nullable Entity target, Edit edit) {}

    /** The result of an attempt to break a lock. */
    enum LockBreak {
        /** The lock is gone. */
        BROKEN,
        /** Nobody held it. */
        NOT_LOCKED,
        /** The node that holds it did not answer in time; it may still do it. */
        TIMED_OUT
    }

    /**
     * Messages that are meant, in retrieval order: first what is available or locked, then what is scheduled, then what
     * is deferred. A page can have fewer than the limit, or none, although there is a next one: it ends after a number
     * of messages that were looked at.
     *
     * @param after where the page before ended, null for the first
     * @param bodies whether to read the bodies too; the page then ends early where they are large
     */
    Page page(Entity entity, MessageQuery query, @Nullable PagePlace after, int limit, boolean bodies);

    /** The end of what is there now: for work that is done by several calls. */
    Until until(Entity entity);

    /**
     * Removes what is meant and was there when the call began, or until when the query says. What is locked is left
     * alone unless that standing is meant: then its lock is broken (BEY-04).
     */
    Purged purge(Entity entity, MessageQuery query, Watch watch);

    /**
     * Moves dead letters back (BEY-03). At every instant, and after a crash, each is in one place.
     *
     * @throws BrokerException with INVALID_ARGUMENT if they would be moved to where they are
     */
    Redriven redrive(Entity entity, Redrive redrive, Watch watch);

    /**
     * Edits dead letters and sends them again, one after the other: each is removed in the transaction that sends what
     * was made of it (BEY-08).
     *
     * @return as of a redrive; what can't be edited counts as without a source
     * @throws BrokerException with INVALID_ARGUMENT if they would be sent to where they are, or headers and properties
     *     of one become too large
     */
    Redriven resubmit(Entity entity, Resubmission order, Watch watch);

    /**
     * Takes the lock of a message away from whoever has it; the message is available again, counted as abandoned
     * (BEY-04).
     */
    LockBreak breakLock(Entity entity, long sequenceNumber, Duration timeout);

    /**
     * Makes deferred messages available at their old places, uncounted (DEF-04).
     *
     * @return how many; the others are not deferred, or somebody has just received them
     */
    long undefer(Entity entity, Collection<Long> sequenceNumbers);

    /**
     * What keeps a message from being delivered now; nothing if it is its turn as soon as those before it are received.
     * Counts what is in the entity.
     */
    List<Obstacle> explain(Entity entity, long sequenceNumber);

    /** The most frequent dead-letter reasons of an entity's messages, an empty one for none. */
    Map<String, Long> reasons(Entity entity, int limit);

    /**
     * A page of message groups.
     *
     * @param next the group after which the next page begins, null if there is none
     * @param complete whether no message was left unread
     */
    record GroupPage(List<GroupFigures> groups, @Nullable String next, boolean complete) {
        public GroupPage {
            groups = List.copyOf(groups);
        }
    }

    /**
     * Message groups: those of messages, those that somebody has, and those with a state. Looking at them is no use of
     * the entity (IDLE-08).
     *
     * @param after where the page before ended, null for the first
     * @param looks at most so many messages of each state are read
     */
    GroupPage groups(Entity entity, @Nullable String after, int limit, int looks);

    /** The state of a group, whoever has it (GRP-03); empty if it has none. */
    Optional<byte[]> groupState(Entity entity, String groupId);

    /**
     * Replaces the state of a group that nobody has.
     *
     * @param state empty for none
     * @throws BrokerException with GROUP_LOCKED if somebody has it, or something of it; or INVALID_ARGUMENT for a state
     *     that is too large
     */
    void putGroupState(Entity entity, String groupId, byte[] state);
}
