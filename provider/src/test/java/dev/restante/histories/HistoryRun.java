package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.MessageLockLostException;
import dev.restante.histories.ModelMessage.State;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One history on a queue of its own: makes each step with the product and the model, compares, and notes it in words.
 *
 * <p>Driven by one thread. What threads of the node do because of a step is waited for by looking at the statistics
 * until they are the model's.
 */
final class HistoryRun {

    final TestStore store;
    final History history;
    final Place place;
    final QueueModel model;
    final Comparison comparison;
    final HistoryLog log;
    final Map<Party, Member> members = new EnumMap<>(Party.class);
    final UncommittedSends uncommitted;
    final Receiving receiving;
    final Administration administration;

    HistoryRun(TestStore store, History history, String name) {
        this.store = store;
        this.history = history;
        this.place = history.kind().place(name);
        this.model = new QueueModel(history.options(), history.kind(), store.isShared(), store.nowMillis());
        this.log = new HistoryLog(history, model);
        this.uncommitted = new UncommittedSends(model);
        this.comparison = new Comparison(model, store, place.name());
        this.receiving = new Receiving(this);
        this.administration = new Administration(this);
    }

    // ---- the whole history ----

    void play() throws JMSException, SQLException {
        place.create(store.admin(), model.options.forQueue());
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
            place.alter(
                    store.admin(), model.options.withDeletionProtected(false).forQueue());
            place.delete(store.admin());
        }
    }

    /** Longer than any back-off. */
    private static final long BACK_OFF_MILLIS = 15_000;

    /** Nothing is lost, and nothing comes twice. */
    private void finish() throws JMSException {
        new Statuses.Change(Statuses.Change.Call.RESUME).perform(this);
        log.say("in the end");
        comparison.awaitContents();
        for (Party party : Party.values()) {
            whole(party, Action.Whole.Call.CLOSE_SESSION);
        }
        comparison.awaitCounts();
        // So that nothing blocks its group.
        pass(BACK_OFF_MILLIS);
        long left = model.count(State.AVAILABLE);
        for (long i = 0; i <= left; i++) {
            receiving.receive(Party.AUTO);
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

    Member member(Party party) throws JMSException {
        Member member = members.get(party);
        if (member == null) {
            member = new Member(store.connection().createSession(party.mode), place, party);
            members.put(party, member);
        }
        return member;
    }

    boolean takesPart(Party party) {
        return !party.selecting || history.kind().selectors();
    }

    long nowMillis() {
        return model.nowMillis();
    }

    // ---- sending ----

    void send(Letter wanted, boolean inTransaction) throws JMSException {
        Letter letter = history.sent(wanted);
        Party party = inTransaction ? Party.TILL : Party.AUTO;
        // Nothing would tell when one that is dropped has come to the store.
        boolean maybeDropped = letter.duplicateId() != null || (model.rules != null && !model.rules.want(letter));
        boolean persistent = letter.persistent() || (maybeDropped && !inTransaction);
        ModelMessage message = model.write(letter.withPersistent(persistent));
        log.say(party + " sends " + message.name() + ": " + message.letter);
        String refusal = Statuses.sendRefusal(this);
        if (!Refusal.passes("send", refusal, () -> member(party).send(message))) {
            log.add(": refused");
            message.state = State.GONE;
            return;
        }
        long windowMillis = model.options.duplicateWindowMillis();
        if (inTransaction) {
            uncommitted.add(message, windowMillis);
        } else {
            model.beginCommit();
            log.add(model.commit(message, model.nowMillis(), windowMillis) ? "" : ", a duplicate");
        }
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
                model.sticky.closed(party);
                store.awaitIdle();
            }
            case CLOSE_SESSION -> {
                member.close();
                model.receiverClosed = true;
                model.sticky.closed(party);
                // What was being fetched for it goes back.
                store.awaitIdle();
                members.remove(party);
                receiving.forgetLocksOf(party);
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

    void gaveBack(Party party, Member member) {
        if (party.transacted()) {
            uncommitted.rollBack();
        }
        model.giveBack(member.takeUnsettled());
    }

    // ---- time ----

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
}
