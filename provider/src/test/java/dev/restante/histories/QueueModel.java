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
 * What docs/semantics.md says about one queue, its dead-letter queue and its receivers, as simply as possible: lists, a
 * clock that the history moves, and no threads. It shares no code with the product. After each step it is told the
 * time, and has done everything that is due by then.
 */
final class QueueModel {

    static final String EXPIRED = "TTLExpiredException";
    static final String TOO_OFTEN = "MaxDeliveryCountExceeded";

    ModelOptions options;
    private long nowMillis;
    private int commits;

    /** Whether one of the receivers has been closed since the node was opened. */
    boolean receiverClosed;

    private final List<ModelMessage> messages = new ArrayList<>();

    private final RetrievalOrder order;
    final StickyGroups sticky;

    final DuplicateIds duplicates = new DuplicateIds();

    /** Null for a queue. */
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

    /** A message is made when it is sent, in a transaction or not: TTL-01, TTL-08, TTL-09. */
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
     * A message is committed, by the latest commit; SND-06, TOP-03.
     *
     * @param sentAtMillis when {@code send} was called
     * @param windowMillis the window of then
     * @return false for a duplicate, of which nothing comes
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

    /** A transaction, or a send without one, is about to be committed. */
    void beginCommit() {
        commits++;
    }

    // ---- receiving ----

    /**
     * What the next receive of a party may get, the first in the order of retrieval first; empty for nothing: RCV-02,
     * RCV-04, RCV-06, VIS-07. It is the first message of its priority and group. A lower priority may come first
     * (DLV-05), because what is in memory already does not wait for what has to be brought from the store; and so may a
     * non-persistent message (DLV-02), and what was there when a transaction that sent before it was committed.
     */
    List<ModelMessage> next(Party party, Predicate<ModelMessage> wanted) {
        return Statuses.mayReceive(this) ? order.next(party, wanted, receiverClosed) : List.of();
    }

    /** Hands a message over: RCV-03, RCV-06, and RCV-07 for what was held by a process that died. */
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

    /** RCV-07: what was held by processes that died is dead-lettered instead of being handed over once more. */
    boolean isDeliveredTooOften(ModelMessage message) {
        return message.suspect && message.deliveryCount >= options.maxDeliveryCount();
    }

    /** DEF-01: whether a receive by number gets it, which dead-letters it instead where RCV-07 says so. */
    boolean receiveByNumber(ModelMessage message, Party party) {
        boolean deferred = message.state == State.DEFERRED;
        if (deferred && isDeliveredTooOften(message)) {
            deadLetterAsTooOften(message);
            return false;
        }
        return deferred && !sticky.keptByOther(message, party);
    }

    /** See {@link #isDeliveredTooOften}. */
    void deadLetterAsTooOften(ModelMessage message) {
        message.state = State.DEAD;
        bury(message, TOO_OFTEN);
    }

    // ---- settling ----

    /** RCV-12: whether a hold can be settled. */
    boolean isValid(ModelHold hold) {
        return hold.state == ModelHold.State.VALID;
    }

    /** RCV-08, and VIS-08 for one that is late; false if the lock is lost. */
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

    /** RCV-11. */
    void defer(ModelHold hold) {
        hold.message.deliveryCount = hold.countAfterwards;
        hold.message.suspect = false;
        end(hold, State.DEFERRED);
        settleTime();
    }

    /** RCV-10. */
    void deadLetter(ModelHold hold, @Nullable String reason) {
        end(hold, State.DEAD);
        bury(hold.message, reason);
    }

    /** RCV-09. */
    void abandon(ModelHold hold, long delayMillis) {
        release(hold, delayMillis, ModelHold.State.SETTLED);
    }

    /** DEF-04. */
    void undefer(ModelHold hold) {
        hold.byNumber = false;
        release(hold, 0, ModelHold.State.SETTLED);
    }

    /** {@code recover}, a rollback, or the end of a session: RCV-13, RCV-15. */
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

    /** RCV-06, TTL-06, RCV-07, RCV-15, in the order in which they are decided; and VIS-07 for those behind it. */
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

    /** BEY-03: dead letters go to the end of the queue; those of one millisecond in the order of their sends. */
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

    /** TTL-09, TTL-10, TTL-11. */
    long deadlineMillis(ModelMessage message) {
        if (message.ownDeadlineMillis != NEVER) {
            return message.ownDeadlineMillis;
        }
        return options.defaultTimeToLiveMillis() == 0
                ? NEVER
                : message.enqueuedAtMillis + options.defaultTimeToLiveMillis();
    }

    /**
     * The clock has moved, at once, so that everything in between is late alike.
     *
     * @return whether anything was due
     */
    boolean moveTo(long millis) {
        boolean due = comingInstants().stream().anyMatch(instant -> instant <= millis);
        nowMillis = millis;
        settleTime();
        return due;
    }

    /** TTL-02, TTL-05, RCV-06: whatever is due. */
    void settleTime() {
        for (ModelMessage message : in(State.LOCKED).toList()) {
            // One before it in its group may have taken it along.
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

    /** TTL-14, TTL-15. */
    private void expire(ModelMessage message) {
        if (options.deadLetterOnExpiry()) {
            message.state = State.DEAD;
            bury(message, EXPIRED);
        } else {
            message.state = State.GONE;
        }
    }

    /** The instants at which something is going to happen, the next first. */
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

    /** What is in a state, in the order of retrieval. */
    Stream<ModelMessage> in(State state) {
        return order.in(state);
    }

    long count(State state) {
        return messages.stream().filter(message -> message.state == state).count();
    }
}
