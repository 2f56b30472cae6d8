package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.MessageLockLostException;
import dev.restante.PeekLock;
import dev.restante.RestanteSession;
import dev.restante.admin.BulkResult;
import dev.restante.admin.RedriveOptions;
import dev.restante.histories.ModelMessage.State;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One history on a queue of its own: makes each step with the product and the model, compares, and notes it in words.
 *
 * <p>Driven by one thread. What threads of the node do because of a step is waited for by looking at the statistics
 * until they are the model's.
 */
final class HistoryRun {

    /** How many of the latest locks are picked from. */
    private static final int LOCKS_REMEMBERED = 6;

    private final TestStore store;
    private final History history;
    private final String name;
    private final QueueModel model;
    private final Comparison comparison;
    private final Settlements settlement;
    private final HistoryLog log;
    private final Map<Party, Member> members = new EnumMap<>(Party.class);
    private final List<Lock> locks = new ArrayList<>();
    private final UncommittedSends uncommitted;

    /** The sequence numbers that receivers were told, by message. */
    private final Map<ModelMessage, Long> sequenceNumbers = new HashMap<>();

    /** A peek-lock, and what the model knows of it. */
    private record Lock(ModelHold hold, PeekLock lock) {}

    HistoryRun(TestStore store, History history, String name) {
        this.store = store;
        this.history = history;
        this.name = name;
        this.model = new QueueModel(history.options(), store.isShared(), store.nowMillis());
        this.log = new HistoryLog(history, model);
        this.uncommitted = new UncommittedSends(model);
        this.settlement = new Settlements(model);
        this.comparison = new Comparison(model, store, name);
    }

    // ---- the whole history ----

    void play() throws JMSException, SQLException {
        store.admin().createQueue(name, model.options.forQueue());
        try {
            for (Action action : history.actions()) {
                // No two steps are made in the same millisecond, so that the order of what they do is certain.
                moveTo(store.nowMillis() + 1);
                int before = log.steps();
                action.perform(this);
                if (log.steps() > before) {
                    comparison.awaitCounts();
                }
            }
            finish();
        } catch (JMSException | SQLException | RuntimeException | AssertionError failure) {
            throw new AssertionError(log.account(failure), failure);
        } finally {
            closeMembers();
            store.admin().deleteQueue(name, true);
        }
    }

    /** Longer than any back-off. */
    private static final long BACK_OFF_MILLIS = 15_000;

    /** Nothing is lost, and nothing comes twice. */
    private void finish() throws JMSException {
        log.say("in the end");
        look();
        for (Party party : Party.values()) {
            whole(party, Action.Whole.Call.CLOSE_SESSION);
        }
        comparison.awaitCounts();
        // So that nothing blocks its group.
        pass(BACK_OFF_MILLIS);
        long left = model.count(State.AVAILABLE);
        for (long i = 0; i <= left; i++) {
            receive(Party.AUTO);
        }
        assertThat(model.count(State.AVAILABLE)).as("available after draining").isZero();
        comparison.awaitCounts();
    }

    private void closeMembers() throws JMSException {
        for (Member member : members.values()) {
            member.close();
        }
        members.clear();
    }

    private Member member(Party party) throws JMSException {
        Member member = members.get(party);
        if (member == null) {
            member = new Member(store.connection().createSession(party.mode), name, party);
            members.put(party, member);
        }
        return member;
    }

    private boolean takesPart(Party party) {
        return !party.selecting || !history.groups() || History.SELECTORS_WITH_GROUPS;
    }

    long nowMillis() {
        return model.nowMillis();
    }

    // ---- sending ----

    void send(Letter wanted, boolean inTransaction) throws JMSException {
        Letter letter = history.sent(wanted);
        Party party = inTransaction ? Party.TILL : Party.AUTO;
        // Nothing would tell when one that is dropped has come to the store.
        boolean persistent = letter.persistent() || (letter.duplicateId() != null && !inTransaction);
        ModelMessage message = model.write(letter.withPersistent(persistent));
        log.say(party + " sends " + message.name() + ": " + message.letter);
        member(party).send(message);
        long windowMillis = model.options.duplicateWindowMillis();
        if (inTransaction) {
            uncommitted.add(message, windowMillis);
        } else {
            model.beginCommit();
            model.commit(message, model.nowMillis(), windowMillis);
            log.add(message.state == State.GONE ? ", a duplicate" : "");
        }
    }

    private Queue queue(Session session) throws JMSException {
        return session.createQueue(name);
    }

    // ---- receiving ----

    void receive(Party party) throws JMSException {
        if (!takesPart(party)) {
            return;
        }
        log.say(party + " receives ");
        Message received = member(party).consumer().receiveNoWait();
        log.add(received == null ? "nothing" : Comparison.nameOf(received));
        List<ModelMessage> allowed = model.next(party, party::wants);
        while (!allowed.isEmpty() && model.isDeliveredTooOften(allowed.get(0))) {
            model.deadLetterAsTooOften(allowed.get(0));
            allowed = model.next(party, party::wants);
        }
        String seen = received == null ? "nothing" : Comparison.nameOf(received);
        Optional<ModelMessage> expected =
                allowed.stream().filter(message -> message.name().equals(seen)).findFirst();
        if (received == null || expected.isEmpty()) {
            assertThat(seen)
                    .as("what " + party + " receives; allowed is " + allowed)
                    .isEqualTo(allowed.isEmpty() ? "nothing" : allowed.get(0).name());
        } else {
            took(party, received, expected.get());
        }
    }

    private void took(Party party, Message received, ModelMessage message) throws JMSException {
        long expirationMillis = model.deadlineMillis(message);
        model.showed(message, received.getIntProperty("JMSXDeliveryCount"));
        ModelHold hold = model.take(message, party, party.transacted());
        log.add(", delivery " + hold.shownCount);
        Comparison.assertShown(received, hold, expirationMillis);
        if (!party.peekLocks() && !party.transacted()) {
            model.complete(hold);
            return;
        }
        member(party).took(received, hold);
        if (party.peekLocks()) {
            PeekLock lock = PeekLock.of(received);
            assertThat(lock.lockedUntil()).as("end of the lock").isEqualTo(Instant.ofEpochMilli(hold.endsAtMillis));
            locks.add(new Lock(hold, lock));
            sequenceNumbers.put(message, lock.sequenceNumber());
            if (locks.size() > LOCKS_REMEMBERED) {
                locks.remove(0);
            }
        }
    }

    void receiveDeferred(Party party, int pick) throws JMSException {
        List<ModelMessage> candidates =
                model.messages().stream().filter(sequenceNumbers::containsKey).toList();
        if (candidates.isEmpty() || !takesPart(party)) {
            return;
        }
        ModelMessage message = candidates.get(pick % candidates.size());
        log.say(party + " receives " + message.name() + " by its number: ");
        Session session = member(party).session();
        Optional<Message> received = RestanteSession.of(session)
                .receiveDeferred(queue(session), Objects.requireNonNull(sequenceNumbers.get(message)));
        log.add(received.isPresent() ? "here it is" : "nothing");
        assertThat(received.isPresent())
                .as(message.name() + " is received by its number")
                .isEqualTo(model.receiveByNumber(message));
        if (received.isPresent()) {
            took(party, received.get(), message);
        }
    }

    // ---- settling ----

    void settle(Action.Settle.Way way, int pick) throws JMSException {
        if (locks.isEmpty()) {
            return;
        }
        // The latest first, so that shrinking leads to it.
        Lock picked = locks.get(locks.size() - 1 - pick % locks.size());
        ModelHold hold = picked.hold();
        log.say("%s of %s, delivery %d".formatted(way, hold.message.name(), hold.shownCount));
        boolean lost;
        try {
            settlement.carryOut(way, picked.lock());
            lost = false;
        } catch (MessageLockLostException refusal) {
            assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-LOCK-LOST");
            lost = true;
            log.add(": refused");
        }
        assertThat(lost).as("whether the lock is lost").isEqualTo(!settlement.follow(way, hold));
    }

    // ---- sessions as a whole ----

    void whole(Party party, Action.Whole.Call call) throws JMSException {
        Member member = members.get(party);
        if (member == null) {
            return;
        }
        log.say(party + ": " + call);
        switch (call) {
            case CONFIRM -> {
                if (party.transacted() && uncommitted.inDoubt()) {
                    undo(party, member);
                } else {
                    confirm(party, member);
                }
            }
            case UNDO -> undo(party, member);
            case CLOSE_CONSUMER -> {
                member.closeConsumer();
                model.receiverClosed = true;
                store.awaitIdle();
            }
            case CLOSE_SESSION -> {
                member.close();
                model.receiverClosed = true;
                // What was being fetched for it goes back.
                store.awaitIdle();
                members.remove(party);
                locks.removeIf(lock -> lock.hold().party == party);
                gaveBack(party, member);
            }
        }
    }

    private void confirm(Party party, Member member) throws JMSException {
        if (party.transacted()) {
            member.session().commit();
            uncommitted.commit();
            member.takeUnsettled().forEach(model::complete);
        } else if (party.peekLocks() && member.lastReceived() != null) {
            acknowledge(party, member);
        }
    }

    /** Fails if a lock is lost, and completes the others nevertheless (ACK-04). */
    private void acknowledge(Party party, Member member) throws JMSException {
        boolean all = party.mode == Session.CLIENT_ACKNOWLEDGE;
        boolean lost;
        try {
            Objects.requireNonNull(member.lastReceived()).acknowledge();
            lost = false;
        } catch (MessageLockLostException refusal) {
            lost = true;
            log.add(": refused");
        }
        boolean expected = false;
        for (ModelHold hold : all ? member.takeUnsettled() : member.takeLast()) {
            if (hold.state != ModelHold.State.SETTLED) {
                expected |= !model.complete(hold);
            }
        }
        assertThat(lost).as("whether a lock is lost").isEqualTo(expected);
    }

    private void undo(Party party, Member member) throws JMSException {
        if (party.transacted()) {
            member.session().rollback();
        } else {
            member.session().recover();
        }
        gaveBack(party, member);
    }

    private void gaveBack(Party party, Member member) {
        if (party.transacted()) {
            uncommitted.rollBack();
        }
        model.giveBack(member.takeUnsettled());
    }

    // ---- time, restarts, administration ----

    void pass(long millis) throws JMSException {
        log.say("the clock moves by " + millis + " ms");
        moveTo(nowMillis() + millis);
    }

    private void moveTo(long millis) throws JMSException {
        store.moveTo(millis);
        if (model.moveTo(millis)) {
            comparison.awaitCounts();
            store.awaitIdle();
        }
    }

    void waitFor(int pick, boolean justBefore) throws JMSException {
        List<Long> coming = model.comingInstants();
        if (!coming.isEmpty()) {
            pass(coming.get(pick % coming.size()) - nowMillis() - (justBefore ? 1 : 0));
        }
    }

    void restart() throws JMSException, SQLException {
        if (history.crashes()) {
            crash();
        } else {
            log.say("restart");
            store.restart();
            members.forEach(this::gaveBack);
        }
        model.receiverClosed = false;
        locks.clear();
        members.clear();
    }

    private void crash() throws JMSException, SQLException {
        // Of what was received before, nothing shows whether it is in the memory of the node.
        boolean buffered = model.in(State.AVAILABLE).allMatch(message -> message.deliveryCount == 0);
        if (!buffered) {
            for (Member member : members.values()) {
                member.closeConsumer();
            }
            store.awaitIdle();
        }
        log.say(buffered ? "crash" : "crash, without consumers");
        store.crash();
        uncommitted.forget();
        model.crash(buffered);
        comparison.awaitNoneInFlight();
        model.lost(comparison.namesInQueue());
    }

    void alter(Action.Alter.Option option, int pick) throws JMSException {
        model.options = History.altered(model.options, option, pick);
        log.say("alter to " + model.options);
        store.admin().alterQueue(name, model.options.forQueue());
        model.settleTime();
    }

    void redrive() throws JMSException {
        long dead = model.count(State.DEAD);
        if (dead > 0) {
            log.say("redrive");
            BulkResult result =
                    store.admin().messages(name + Comparison.DEAD_LETTERS).redrive(RedriveOptions.all());
            assertThat(result.done()).as("redriven").isEqualTo(dead);
            model.redrive();
        }
    }

    void look() throws JMSException {
        log.say("look");
        comparison.awaitContents();
    }
}
