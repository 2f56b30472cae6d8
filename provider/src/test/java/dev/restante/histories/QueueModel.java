package dev.restante.histories;

import static dev.restante.histories.ModelMessage.NEVER;

import dev.restante.histories.ModelMessage.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Model of one queue, its dead-letter queue and its receivers according to docs/semantics.md. It is as simple as
 * possible: lists, a clock that the history moves, and no threads. It shares no code with the product. After each step
 * it gets the time, and then does everything that is due.
 */
final class QueueModel {

    static final String EXPIRED = "TTLExpiredException";
    static final String TOO_OFTEN = "MaxDeliveryCountExceeded";

    ModelOptions options;
    private long nowMillis;
    private int commits;

    /** True if a receiver was closed since the node was opened. */
    boolean receiverClosed;

    private final List<ModelMessage> messages = new ArrayList<>();

    private final RetrievalOrder order;
    final StickyGroups sticky;

    final DuplicateIds duplicates = new DuplicateIds();

    /** Rules of the subscription; null for a queue. */
    final @Nullable Rules rules;

    private int sent;

    QueueModel(ModelOptions options, Kind kind, boolean shared, long nowMillis) {
        this.sticky = new StickyGroups(kind);
        this.rules = kind.rules() ? new Rules() : null;
        this.order = new RetrievalOrder(messages, sticky, shared);
        this.options = options;
        this.nowMillis = nowMillis;
    }

    long nowMillis() {
        return nowMillis;
    }

    List<ModelMessage> messages() {
        return messages;
    }

    // ---- sending ----

    /** Creates a message when it is sent, in a transaction or not: TTL-01, TTL-08, TTL-09. */
    ModelMessage write(Letter letter) {
        ModelMessage message = new ModelMessage(++sent, letter);
        messages.add(message);
        message.state = State.UNCOMMITTED;
        message.enqueuedAtMillis = nowMillis + letter.delayMillis();
        message.visibleAtMillis = message.enqueuedAtMillis;
        message.placeMillis = message.enqueuedAtMillis;
        if (letter.timeToLiveMillis() != 0) {
            long cap = options.defaultTimeToLiveMillis();
            message.ownTimeToLiveMillis =
                    cap == 0 ? letter.timeToLiveMillis() : Math.min(cap, letter.timeToLiveMillis());
            message.ownDeadlineMillis = message.enqueuedAtMillis + message.ownTimeToLiveMillis;
        }
        return message;
    }

    /**
     * Commits a message with the latest commit: SND-06, TOP-03.
     *
     * @param sentAtMillis the time of the call of {@code send}
     * @param windowMillis the detection window at that time
     * @return false for a duplicate, which has no effect
     */
    boolean commit(ModelMessage message, long sentAtMillis, long windowMillis) {
        if (duplicates.isDuplicate(message, sentAtMillis, windowMillis)) {
            message.state = State.GONE;
            return false;
        }
        List<ModelMessage> arriving = rules == null ? List.of(message) : rules.copiesOf(message);
        if (!arriving.contains(message)) {
            message.state = State.GONE;
            messages.addAll(arriving);
        }
        for (ModelMessage one : arriving) {
            one.commit = commits;
            one.state = one.letter.delayMillis() > 0 ? State.SCHEDULED : State.AVAILABLE;
        }
        settleTime();
        return true;
    }

    /** Begins the commit of a transaction, or of a send without a transaction. */
    void beginCommit() {
        commits++;
    }

    // ---- receiving ----

    /**
     * Returns the messages that the next receive of a party may return, in retrieval order: RCV-02, RCV-04, RCV-06,
     * VIS-07. The list contains the first message of each priority and group. A lower priority may come first (DLV-05),
     * because prefetched messages do not wait for messages in the store. A non-persistent message may also come first
     * (DLV-02), and so may a message that was available before a transaction with earlier sends was committed.
     */
    List<ModelMessage> next(Party party, Predicate<ModelMessage> wanted) {
        return Statuses.mayReceive(this) ? order.next(party, wanted, receiverClosed) : List.of();
    }

    /** Delivers a message: RCV-03, RCV-06, and RCV-07 for a message of a process that died. */
    ModelHold take(ModelMessage message, Party party, boolean inTransaction) {
        int shown = message.deliveryCount + 1;
        if (message.suspect) {
            shown = Math.max(2, shown);
            message.deliveryCount++;
        }
        ModelHold hold = new ModelHold(
                message,
                party,
                shown,
                message.suspect ? message.deliveryCount : message.deliveryCount + 1,
                inTransaction ? NEVER : nowMillis + options.lockMillis());
        hold.byNumber = message.state == State.DEFERRED;
        if (!hold.byNumber) {
            sticky.took(message, party);
        }
        message.lastHold = hold;
        message.cameByTime = false;
        message.state = State.LOCKED;
        return hold;
    }

    /** Returns whether a message of processes that died is dead-lettered instead of being delivered again: RCV-07. */
    boolean isDeliveredTooOften(ModelMessage message) {
        return message.suspect && message.deliveryCount >= options.maxDeliveryCount();
    }

    /**
     * Returns whether a receive by number gets the message. It dead-letters the message instead where RCV-07 requires
     * it: DEF-01.
     */
    boolean receiveByNumber(ModelMessage message, Party party) {
        boolean deferred = message.state == State.DEFERRED;
        if (deferred && isDeliveredTooOften(message)) {
            deadLetterAsTooOften(message);
            return false;
        }
        return deferred && !sticky.keptByOther(message, party);
    }

    /** Dead-letters a message, see {@link #isDeliveredTooOften}. */
    void deadLetterAsTooOften(ModelMessage message) {
        message.state = State.DEAD;
        bury(message, TOO_OFTEN);
    }

    // ---- settling ----

    /** Returns whether a delivery can be settled: RCV-12. */
    boolean isValid(ModelHold hold) {
        return hold.state == ModelHold.State.VALID;
    }

    /** Completes a message: RCV-08, and VIS-08 for a late completion. Returns false if the lock is lost. */
    boolean complete(ModelHold hold) {
        boolean late = options.lateAllowed()
                && hold.state == ModelHold.State.LOST
                && hold.message.lastHold == hold
                && (hold.message.state == State.AVAILABLE
                        || (hold.message.state == State.DEFERRED && hold.byNumber)
                        || (hold.message.state == State.SCHEDULED && hold.message.backingOff));
        if (!isValid(hold) && !late) {
            return false;
        }
        end(hold, State.GONE);
        return true;
    }

    /** Defers a message: RCV-11. */
    void defer(ModelHold hold) {
        hold.message.deliveryCount = hold.countAfterwards;
        hold.message.suspect = false;
        end(hold, State.DEFERRED);
        settleTime();
    }

    /** Dead-letters a message: RCV-10. */
    void deadLetter(ModelHold hold, @Nullable String reason) {
        end(hold, State.DEAD);
        bury(hold.message, reason);
    }

    /** Abandons a message: RCV-09. */
    void abandon(ModelHold hold, long delayMillis) {
        release(hold, delayMillis, ModelHold.State.SETTLED);
    }

    /** Makes a deferred message available again: DEF-04. */
    void undefer(ModelHold hold) {
        hold.byNumber = false;
        release(hold, 0, ModelHold.State.SETTLED);
    }

    /** Releases messages after {@code recover}, a rollback or the end of a session: RCV-13, RCV-15. */
    void giveBack(List<ModelHold> holds) {
        for (ModelHold hold : holds) {
            if (isValid(hold)) {
                release(hold, options.backOffAfter(hold.countAfterwards), ModelHold.State.SETTLED);
            }
        }
    }

    private void end(ModelHold hold, State next) {
        hold.state = ModelHold.State.SETTLED;
        hold.message.state = next;
    }

    /**
     * Releases a message by RCV-06, TTL-06, RCV-07 and RCV-15 in this order, and later messages of its group by VIS-07.
     */
    private void release(ModelHold hold, long delayMillis, ModelHold.State how) {
        ModelMessage message = hold.message;
        hold.state = how;
        message.deliveryCount = hold.countAfterwards;
        message.suspect = false;
        message.maybeSuspect = false;
        if (deadlineMillis(message) <= nowMillis) {
            expire(message);
        } else if (message.deliveryCount >= options.maxDeliveryCount()) {
            message.state = State.DEAD;
            bury(message, TOO_OFTEN);
        } else if (hold.byNumber) {
            message.state = State.DEFERRED;
        } else if (delayMillis > 0) {
            message.state = State.SCHEDULED;
            message.backingOff = true;
            message.visibleAtMillis = nowMillis + delayMillis;
        } else {
            message.state = State.AVAILABLE;
        }
        if (message.letter.group() != null && !hold.byNumber) {
            List<ModelHold> later = order.inFlight(message)
                    .filter(other -> message.order(other.message) < 0)
                    .toList();
            for (ModelHold follower : later) {
                if (isValid(follower)) {
                    release(follower, options.backOffAfter(follower.countAfterwards), ModelHold.State.LOST);
                }
            }
        }
    }

    private void bury(ModelMessage message, @Nullable String reason) {
        message.deadLetterReason = reason;
        message.lastHold = null;
        message.deliveryCount = 0;
        message.suspect = false;
    }

    /** Moves dead letters to the end of the queue, in the order of their sends: BEY-03. */
    void redrive() {
        commits++;
        for (ModelMessage message : in(State.DEAD).toList()) {
            message.state = State.AVAILABLE;
            message.enqueuedAtMillis = nowMillis;
            message.placeMillis = nowMillis;
            message.commit = commits;
            message.deadLetterReason = null;
            if (message.ownTimeToLiveMillis != 0) {
                long cap = options.defaultTimeToLiveMillis();
                message.ownDeadlineMillis = nowMillis
                        + (cap == 0 ? message.ownTimeToLiveMillis : Math.min(cap, message.ownTimeToLiveMillis));
            }
        }
    }

    // ---- time ----

    /** Returns the expiry time: TTL-09, TTL-10, TTL-11. */
    long deadlineMillis(ModelMessage message) {
        if (message.ownDeadlineMillis != NEVER) {
            return message.ownDeadlineMillis;
        }
        return options.defaultTimeToLiveMillis() == 0
                ? NEVER
                : message.enqueuedAtMillis + options.defaultTimeToLiveMillis();
    }

    /**
     * Moves the clock in one step, so that all events in between are equally late.
     *
     * @return true if an event was due
     */
    boolean moveTo(long millis) {
        boolean due = comingInstants().stream().anyMatch(instant -> instant <= millis);
        nowMillis = millis;
        settleTime();
        return due;
    }

    /** Executes all events that are due: TTL-02, TTL-05, RCV-06. */
    void settleTime() {
        for (ModelMessage message : in(State.LOCKED).toList()) {
            // An earlier message of its group may have released it, too.
            ModelHold hold = message.lastHold;
            if (hold != null && isValid(hold) && hold.endsAtMillis <= nowMillis) {
                message.cameByTime = true;
                release(hold, options.backOffAfter(hold.countAfterwards), ModelHold.State.LOST);
            }
        }
        for (ModelMessage message : messages) {
            if (message.state == State.SCHEDULED && message.visibleAtMillis <= nowMillis) {
                message.state = State.AVAILABLE;
                message.backingOff = false;
                message.cameByTime = true;
            }
            boolean canExpire = message.state == State.AVAILABLE
                    || message.state == State.DEFERRED
                    || (message.state == State.SCHEDULED && message.backingOff);
            if (canExpire && deadlineMillis(message) <= nowMillis) {
                expire(message);
            }
        }
    }

    /** Expires a message: TTL-14, TTL-15. */
    private void expire(ModelMessage message) {
        if (options.deadLetterOnExpiry()) {
            message.state = State.DEAD;
            bury(message, EXPIRED);
        } else {
            message.state = State.GONE;
        }
    }

    /** Returns the instants of coming events in ascending order. */
    List<Long> comingInstants() {
        return messages.stream()
                .flatMap(message -> switch (message.state) {
                    case LOCKED ->
                        Stream.of(Objects.requireNonNull(message.lastHold).endsAtMillis, deadlineMillis(message));
                    case SCHEDULED -> Stream.of(message.visibleAtMillis, deadlineMillis(message));
                    case AVAILABLE, DEFERRED -> Stream.of(deadlineMillis(message));
                    case UNCOMMITTED, DEAD, GONE -> Stream.<Long>of();
                })
                .filter(instant -> instant != NEVER && instant > nowMillis)
                .distinct()
                .sorted()
                .toList();
    }

    // ---- the whole ----

    /** Returns the messages in a state, in retrieval order. */
    Stream<ModelMessage> in(State state) {
        return order.in(state);
    }

    long count(State state) {
        return messages.stream().filter(message -> message.state == state).count();
    }
}
