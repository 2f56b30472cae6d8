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
 * Run of one history on a new queue. It makes each step with the product and with the model, compares them, and logs
 * the step.
 *
 * <p>One thread drives the run. It waits for the effects of a step in threads of the node by polling the statistics
 * until they equal the model's.
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
                // Two steps never share a millisecond, so that the order of their effects is certain.
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

    /** Time that exceeds any back-off. */
    private static final long BACK_OFF_MILLIS = 15_000;

    /** Checks in the end that no message is lost and no message comes twice. */
    private void finish() throws JMSException {
        new Statuses.Change(Statuses.Change.Call.RESUME).perform(this);
        log.say("in the end");
        comparison.awaitContents();
        for (Party party : Party.values()) {
            whole(party, Action.Whole.Call.CLOSE_SESSION);
        }
        comparison.awaitCounts();
        // After this time no back-off blocks a group.
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
        // No statistics would show when a dropped message has reached the store.
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
                // This waits until a fetch for the closed session is returned.
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

    /** Acknowledges messages. It fails if a lock is lost, and still completes the other messages (ACK-04). */
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
