package dev.restante.histories;

import static dev.restante.histories.ModelMessage.NEVER;

import dev.restante.histories.ModelMessage.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Model of one queue, its dead-letter queue and its receivers according to docs/reference/semantics.md. It is as simple
 * as possible: lists, a clock that the history moves, and no threads. It shares no code with the product. After each
 * step it gets the time, and then does everything that is due.
 */
final class QueueModel {

    static final String EXPIRED = "TTLExpiredException";
    static final String TOO_OFTEN = "MaxDeliveryCountExceeded";

    ModelOptions options;
    private long nowMillis;
    private int commits;
    private long lastPositionMillis;

    /** True if a receiver was closed since the node was opened. */
    boolean receiverClosed;

    private final List<ModelMessage> messages = new ArrayList<>();

    private final RetrievalOrder order;
    final StickyGroups sticky;
    final LastValues lastValues;

    final DuplicateIds duplicates = new DuplicateIds();

    /** Rules of the subscription; null for a queue. */
    final @Nullable ModelRules rules;

    private int sent;

    QueueModel(ModelOptions options, HistoryKind kind, boolean shared, long nowMillis) {
        this.sticky = new StickyGroups(kind);
        this.lastValues = new LastValues(kind, messages);
        this.rules = kind.usesRules() ? new ModelRules() : null;
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
    ModelMessage createUncommitted(MessageSpec spec) {
        ModelMessage message = new ModelMessage(++sent, spec);
        messages.add(message);
        message.state = State.UNCOMMITTED;
        message.enqueuedAtMillis = nowMillis + spec.delayMillis();
        message.visibleAtMillis = message.enqueuedAtMillis;
        long positionMillis = nextPositionMillis();
        message.positionMillis = spec.delayMillis() > 0 ? message.enqueuedAtMillis : positionMillis;
        if (spec.timeToLiveMillis() != 0) {
            message.ownTimeToLiveMillis = limited(spec.timeToLiveMillis());
            message.ownExpiryMillis = message.enqueuedAtMillis + message.ownTimeToLiveMillis;
        }
        return message;
    }

    /** Returns a time to live, which the default of the queue limits: TTL-09. */
    private long limited(long timeToLiveMillis) {
        long limit = options.defaultTimeToLiveMillis();
        return limit == 0 ? timeToLiveMillis : Math.min(limit, timeToLiveMillis);
    }

    /**
     * Returns the position of a message that comes now. Positions do not go back with the clock (TTL-21), but follow
     * each other until it has caught up.
     */
    private long nextPositionMillis() {
        lastPositionMillis = nowMillis < lastPositionMillis ? lastPositionMillis + 1 : nowMillis;
        return lastPositionMillis;
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
        arrive(message, commits);
        return true;
    }

    /** Brings a committed message, or the copies that the rules of the subscription make of it. */
    void arrive(ModelMessage message, int commit) {
        List<ModelMessage> arriving = rules == null ? List.of(message) : rules.copiesOf(message);
        if (!arriving.contains(message)) {
            message.state = State.GONE;
            messages.addAll(arriving);
        }
        for (ModelMessage one : arriving) {
            one.commitNumber = commit;
            if (one.spec.delayMillis() > 0) {
                one.state = State.SCHEDULED;
            } else {
                lastValues.arrive(one);
            }
        }
        processDueEvents();
    }

    /** Returns the number of the latest commit. */
    int latestCommit() {
        return commits;
    }

    /** Begins the commit of a transaction, or of a send without a transaction. */
    void beginCommit() {
        commits++;
    }

    // ---- receiving ----

    /**
     * Returns the messages that the next receive of a session may return, in retrieval order: RCV-02, RCV-04, RCV-06,
     * VIS-07. The list contains the first message of each priority and group. A lower priority may come first (DLV-05),
     * because prefetched messages do not wait for messages in the store. A non-persistent message may also come first
     * (DLV-02), and so may a message that was available before a transaction with earlier sends was committed.
     */
    List<ModelMessage> next(SessionKind sessionKind, Predicate<ModelMessage> wanted) {
        return StatusActions.allowsReceives(this) ? order.next(sessionKind, wanted, receiverClosed) : List.of();
    }

    /**
     * Returns the messages that the next receive of a session may return if two nodes have prefetched messages: the
     * first messages of their groups (VIS-07), and every message without a group.
     */
    List<ModelMessage> nextOfGroups(SessionKind sessionKind, Predicate<ModelMessage> wanted) {
        return StatusActions.allowsReceives(this) ? order.nextOfGroups(sessionKind, wanted) : List.of();
    }

    /** Delivers a message: RCV-03, RCV-06, and RCV-07 for a message of a process that died. */
    ModelDelivery deliver(ModelMessage message, SessionKind sessionKind, boolean inTransaction) {
        int shown = message.deliveryCount + 1;
        if (message.suspect) {
            shown = Math.max(2, shown);
            message.deliveryCount++;
        }
        ModelDelivery delivery = new ModelDelivery(
                message,
                sessionKind,
                shown,
                message.suspect ? message.deliveryCount : message.deliveryCount + 1,
                inTransaction ? NEVER : nowMillis + options.lockMillis());
        delivery.byNumber = message.state == State.DEFERRED;
        if (!delivery.byNumber) {
            sticky.assign(message, sessionKind);
        }
        message.lastDelivery = delivery;
        message.becameAvailableByTime = false;
        message.state = State.LOCKED;
        return delivery;
    }

    /** Returns whether a message of processes that died is dead-lettered instead of being delivered again: RCV-07. */
    boolean isDeliveredTooOften(ModelMessage message) {
        return message.suspect && message.deliveryCount >= options.maxDeliveryCount();
    }

    /**
     * Returns whether a receive by number gets the message. It dead-letters the message instead where RCV-07 requires
     * it: DEF-01.
     */
    boolean receiveByNumber(ModelMessage message, SessionKind sessionKind) {
        boolean deferred = message.state == State.DEFERRED;
        if (deferred && isDeliveredTooOften(message)) {
            deadLetterAsTooOften(message);
            return false;
        }
        return deferred && !sticky.isAssignedToOther(message, sessionKind);
    }

    /** Dead-letters a message, see {@link #isDeliveredTooOften}. */
    void deadLetterAsTooOften(ModelMessage message) {
        message.state = State.DEAD;
        resetAsDeadLetter(message, TOO_OFTEN);
    }

    // ---- settling ----

    /** Returns whether a delivery can be settled: RCV-12. */
    boolean isValid(ModelDelivery delivery) {
        return delivery.state == ModelDelivery.State.VALID;
    }

    /** Completes a message: RCV-08, and VIS-08 for a late completion. Returns false if the lock is lost. */
    boolean complete(ModelDelivery delivery) {
        boolean late = options.lateSettlementAllowed()
                && delivery.state == ModelDelivery.State.LOCK_LOST
                && delivery.message.lastDelivery == delivery
                && (delivery.message.state == State.AVAILABLE
                        || (delivery.message.state == State.DEFERRED && delivery.byNumber)
                        || (delivery.message.state == State.SCHEDULED && delivery.message.backingOff));
        if (!isValid(delivery) && !late) {
            return false;
        }
        end(delivery, State.GONE);
        return true;
    }

    /** Defers a message: RCV-11. */
    void defer(ModelDelivery delivery) {
        delivery.message.deliveryCount = delivery.deliveryCountAfterRelease;
        delivery.message.suspect = false;
        end(delivery, State.DEFERRED);
        processDueEvents();
    }

    /** Dead-letters a message: RCV-10. */
    void deadLetter(ModelDelivery delivery, @Nullable String reason) {
        end(delivery, State.DEAD);
        resetAsDeadLetter(delivery.message, reason);
    }

    /** Abandons a message: RCV-09. */
    void abandon(ModelDelivery delivery, long delayMillis) {
        release(delivery, delayMillis, ModelDelivery.State.SETTLED);
    }

    /** Makes a deferred message available again: DEF-04. */
    void undefer(ModelDelivery delivery) {
        delivery.byNumber = false;
        release(delivery, 0, ModelDelivery.State.SETTLED);
    }

    /** Releases messages after {@code recover}, a rollback or the end of a session: RCV-13, RCV-15. */
    void releaseAll(List<ModelDelivery> deliveries) {
        for (ModelDelivery delivery : deliveries) {
            if (isValid(delivery)) {
                release(
                        delivery,
                        options.backOffAfter(delivery.deliveryCountAfterRelease),
                        ModelDelivery.State.SETTLED);
            }
        }
    }

    private void end(ModelDelivery delivery, State next) {
        delivery.state = ModelDelivery.State.SETTLED;
        delivery.message.state = next;
    }

    /**
     * Releases a message by RCV-06, TTL-06, RCV-07 and RCV-15 in this order, and later messages of its group by VIS-07.
     */
    private void release(ModelDelivery delivery, long delayMillis, ModelDelivery.State how) {
        ModelMessage message = delivery.message;
        delivery.state = how;
        message.deliveryCount = delivery.deliveryCountAfterRelease;
        message.suspect = false;
        message.maybeSuspect = false;
        if (expiryMillis(message) <= nowMillis) {
            expire(message);
        } else if (message.deliveryCount >= options.maxDeliveryCount()) {
            message.state = State.DEAD;
            resetAsDeadLetter(message, TOO_OFTEN);
        } else if (delivery.byNumber) {
            message.state = State.DEFERRED;
        } else if (delayMillis > 0) {
            message.state = State.SCHEDULED;
            message.backingOff = true;
            message.visibleAtMillis = nowMillis + delayMillis;
        } else {
            message.state = State.AVAILABLE;
        }
        LastValues.dropIfReplaced(message);
        if (message.spec.group() != null && !delivery.byNumber) {
            List<ModelDelivery> later = order.inFlight(message)
                    .filter(other -> message.order(other.message) < 0)
                    .toList();
            for (ModelDelivery follower : later) {
                if (isValid(follower)) {
                    release(
                            follower,
                            options.backOffAfter(follower.deliveryCountAfterRelease),
                            ModelDelivery.State.LOCK_LOST);
                }
            }
        }
    }

    private void resetAsDeadLetter(ModelMessage message, @Nullable String reason) {
        message.deadLetterReason = reason;
        message.lastDelivery = null;
        message.deliveryCount = 0;
        message.suspect = false;
    }

    // ---- administration ----

    /** Moves dead letters to the end of the queue, in the order of their sends: BEY-03. */
    void redrive() {
        commits++;
        in(State.DEAD).toList().forEach(this::moveToEnd);
    }

    /** Sends an edited dead letter as a new message: BEY-08. */
    void resubmit(ModelMessage dead, MessageSpec edited) {
        commits++;
        ModelMessage again = dead.resubmitted(++sent, edited);
        messages.add(again);
        dead.state = State.GONE;
        moveToEnd(again);
    }

    private void moveToEnd(ModelMessage message) {
        lastValues.arriveAgain(message);
        message.enqueuedAtMillis = nowMillis;
        message.positionMillis = nextPositionMillis();
        message.commitNumber = commits;
        message.deadLetterReason = null;
        if (message.ownTimeToLiveMillis != 0) {
            message.ownExpiryMillis = nowMillis + limited(message.ownTimeToLiveMillis);
        }
    }

    /** Removes messages in some states that a filter accepts, and returns their number: BEY-04. */
    long purge(Set<State> states, Predicate<ModelMessage> filter) {
        List<ModelMessage> purged = messages.stream()
                .filter(message -> states.contains(message.state) && filter.test(message))
                .toList();
        purged.forEach(message -> message.state = State.GONE);
        return purged.size();
    }

    /** Deletes the queue with all its messages, and creates it again: SND-11. */
    void recreate() {
        for (ModelMessage message : messages) {
            ModelDelivery delivery = message.lastDelivery;
            if (delivery != null && isValid(delivery)) {
                delivery.state = ModelDelivery.State.LOCK_LOST;
            }
            message.state = State.GONE;
            message.queueDeleted = true;
        }
        duplicates.clear();
        sticky.clear();
        receiverClosed = true;
        if (rules != null) {
            rules.reset();
        }
    }

    // ---- time ----

    /** Returns the expiry time: TTL-09, TTL-10, TTL-11. */
    long expiryMillis(ModelMessage message) {
        if (message.ownExpiryMillis != NEVER) {
            return message.ownExpiryMillis;
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
        boolean due = upcomingInstants().stream().anyMatch(instant -> instant <= millis);
        nowMillis = millis;
        processDueEvents();
        return due;
    }

    /** Steps the clock of the store, which does not affect locks: TTL-21. */
    void stepClock(long millis) {
        nowMillis += millis;
        for (ModelMessage message : messages) {
            ModelDelivery delivery = message.lastDelivery;
            if (delivery != null && delivery.lockedUntilMillis != NEVER) {
                delivery.lockedUntilMillis += millis;
            }
        }
        processDueEvents();
    }

    /** Executes all events that are due: TTL-02, TTL-05, RCV-06. */
    void processDueEvents() {
        for (ModelMessage message : in(State.LOCKED).toList()) {
            // An earlier message of its group may have released it, too.
            ModelDelivery delivery = message.lastDelivery;
            if (delivery != null && isValid(delivery) && delivery.lockedUntilMillis <= nowMillis) {
                message.becameAvailableByTime = true;
                release(
                        delivery,
                        options.backOffAfter(delivery.deliveryCountAfterRelease),
                        ModelDelivery.State.LOCK_LOST);
            }
        }
        in(State.SCHEDULED)
                .filter(message -> message.visibleAtMillis <= nowMillis)
                .sorted(Comparator.comparingLong(message -> message.visibleAtMillis))
                .toList()
                .forEach(this::becomeAvailable);
        for (ModelMessage message : messages) {
            boolean canExpire = message.state == State.AVAILABLE
                    || message.state == State.DEFERRED
                    || (message.state == State.SCHEDULED && message.backingOff);
            if (canExpire && expiryMillis(message) <= nowMillis) {
                expire(message);
            }
        }
    }

    /** Sends the copies of a repeated send that are due: SCH-02, SCH-05. */
    private void sendDueCopies(ModelMessage repeated, RepeatedSends.Schedule schedule) {
        for (long dueMillis : schedule.dueTimes(nowMillis)) {
            ModelMessage copy = repeated.copyFor(dueMillis, ++sent, limited(repeated.ownTimeToLiveMillis));
            messages.add(copy);
            commits++;
            copy.commitNumber = commits;
            copy.state = State.AVAILABLE;
            copy.becameAvailableByTime = true;
        }
        RepeatedSends.Schedule later = schedule.after(nowMillis);
        repeated.schedule = later;
        if (later == null) {
            repeated.state = State.GONE;
        } else {
            repeated.visibleAtMillis = later.nextMillis();
        }
    }

    private void becomeAvailable(ModelMessage message) {
        if (message.schedule != null) {
            sendDueCopies(message, message.schedule);
            return;
        }
        if (message.backingOff) {
            message.backingOff = false;
            message.state = State.AVAILABLE;
            LastValues.dropIfReplaced(message);
        } else {
            lastValues.arrive(message);
        }
        message.becameAvailableByTime = true;
    }

    /** Expires a message: TTL-14, TTL-15. */
    private void expire(ModelMessage message) {
        if (options.deadLetterOnExpiry()) {
            message.state = State.DEAD;
            resetAsDeadLetter(message, EXPIRED);
        } else {
            message.state = State.GONE;
        }
    }

    /** Returns the instants of coming events in ascending order. */
    List<Long> upcomingInstants() {
        return messages.stream()
                .flatMap(message -> switch (message.state) {
                    case LOCKED ->
                        Stream.of(
                                Objects.requireNonNull(message.lastDelivery).lockedUntilMillis, expiryMillis(message));
                    case SCHEDULED -> Stream.of(message.visibleAtMillis, expiryMillis(message));
                    case AVAILABLE, DEFERRED -> Stream.of(expiryMillis(message));
                    case UNCOMMITTED, DEAD, GONE -> Stream.<Long>of();
                })
                .filter(instant -> instant != NEVER && instant > nowMillis)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns whether no event is due for a time. */
    boolean isQuietFor(long millis) {
        return upcomingInstants().stream().noneMatch(instant -> instant <= nowMillis + millis);
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
