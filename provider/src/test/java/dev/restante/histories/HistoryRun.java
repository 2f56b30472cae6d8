package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
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
    final EntityUnderTest entity;
    final QueueModel model;
    final ModelComparison comparison;
    final HistoryLog log;
    final Map<SessionKind, HistorySession> historySessions = new EnumMap<>(SessionKind.class);
    final UncommittedSends uncommitted;
    final ReceiveActions receiveActions;
    final AdministratorActions administratorActions;
    final TwoNodes nodes;
    final ModelPolicies policies;
    final SecondSubscription second;

    HistoryRun(TestStore store, History history, String name) {
        this.store = store;
        this.history = history;
        this.entity = history.kind().entity(name);
        this.model = new QueueModel(history.options(), history.kind(), store.isShared(), store.nowMillis());
        this.nodes = new TwoNodes(this);
        this.policies = new ModelPolicies(this);
        this.log = new HistoryLog(history, model);
        this.uncommitted = new UncommittedSends(this);
        this.comparison = new ModelComparison(this, model, entity);
        this.second = new SecondSubscription(this, name);
        this.receiveActions = new ReceiveActions(this);
        this.administratorActions = new AdministratorActions(this);
    }

    // ---- the whole history ----

    void play() throws JMSException, SQLException {
        entity.create(admin(), policies.ownOptions());
        try {
            for (HistoryAction action : history.actions()) {
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
            throw new AssertionError(log.report(failure), failure);
        } finally {
            closeSessions();
            model.options = model.options.withDeletionProtected(false);
            entity.alter(admin(), policies.ownOptions());
            entity.delete(admin());
            policies.removeAll();
        }
    }

    /** Time that exceeds any back-off. */
    private static final long BACK_OFF_MILLIS = 15_000;

    /** Checks in the end that no message is lost and no message comes twice. */
    private void finish() throws JMSException, SQLException {
        nodes.awaitQuiet();
        new StatusActions.ChangeStatus(StatusActions.ChangeStatus.StatusCall.RESUME).perform(this);
        nodes.heartbeat();
        nodes.learnReplacedValues();
        log.beginStep("in the end");
        comparison.awaitContents();
        second.compareContents();
        for (SessionKind sessionKind : SessionKind.values()) {
            performSessionCall(sessionKind, HistoryAction.SessionCall.SessionOperation.CLOSE_SESSION);
        }
        comparison.awaitCounts();
        // After this time no back-off blocks a group.
        advanceClock(BACK_OFF_MILLIS);
        long left = model.count(State.AVAILABLE);
        for (long i = 0; i <= left; i++) {
            nodes.receiveWithSlot(SessionKind.AUTO_ACK);
        }
        assertThat(model.count(State.AVAILABLE)).as("available after draining").isZero();
        comparison.awaitCounts();
        second.drain();
    }

    private void closeSessions() throws JMSException {
        for (HistorySession historySession : historySessions.values()) {
            historySession.close();
        }
        historySessions.clear();
    }

    /** Returns the administration of the node that the current step uses. */
    RestanteAdmin admin() {
        return store.admin(nodes.administratorNode());
    }

    HistorySession historySession(SessionKind sessionKind) throws JMSException {
        HistorySession historySession = historySessions.get(sessionKind);
        if (historySession == null) {
            historySession = new HistorySession(
                    store.connection(nodes.nodeOf(sessionKind)).createSession(sessionKind.sessionMode),
                    entity,
                    sessionKind);
            historySessions.put(sessionKind, historySession);
        }
        return historySession;
    }

    /**
     * Completes the message that the session with automatic acknowledgement received last, because the application
     * calls {@code recover} (RCV-17).
     */
    void completeLastReceived() throws JMSException {
        HistorySession historySession = historySessions.get(SessionKind.AUTO_ACK);
        if (historySession != null) {
            historySession.session().recover();
        }
    }

    boolean isUsed(SessionKind sessionKind) {
        return !sessionKind.hasSelector || history.kind().usesSelectors();
    }

    long nowMillis() {
        return model.nowMillis();
    }

    // ---- sending ----

    void send(MessageSpec wanted, boolean inTransaction) throws JMSException, SQLException {
        MessageSpec spec = history.specToSend(wanted, nodes.enabled(), history.setsClock(store));
        SessionKind sessionKind = inTransaction ? SessionKind.TRANSACTED : SessionKind.AUTO_ACK;
        nodes.use(nodes.nodeOf(sessionKind));
        if (inTransaction) {
            nodes.useNewEntity(sessionKind);
        }
        // No statistics would show when a dropped message has reached the store.
        boolean maybeDropped = spec.duplicateId() != null || (model.rules != null && !model.rules.matchesAny(spec));
        boolean persistent = spec.persistent() || (maybeDropped && !inTransaction);
        ModelMessage message = model.createUncommitted(spec.withPersistent(persistent));
        log.beginStep(sessionKind + " sends " + message.name() + ": " + message.spec);
        String expectedCode = StatusActions.sendErrorCode(this);
        String possibleCode = nodes.possibleSendErrorCode(sessionKind);
        ErrorCodeCheck.RejectableCall send = () -> historySession(sessionKind).send(message);
        boolean sent = ErrorCodeCheck.succeeds("send", expectedCode, possibleCode, send);
        if (!sent && possibleCode != null) {
            log.append(", rejected, and again");
            sent = ErrorCodeCheck.succeeds("send", expectedCode, send);
        }
        if (!sent) {
            log.append(": rejected");
            message.state = State.GONE;
            return;
        }
        long windowMillis = model.options.duplicateWindowMillis();
        if (inTransaction) {
            uncommitted.add(message, windowMillis);
        } else {
            model.beginCommit();
            log.append(commit(message, model.nowMillis(), windowMillis) ? "" : ", a duplicate");
        }
    }

    /**
     * Commits a message to the queue, or to the topic with its subscriptions.
     *
     * @return false for a duplicate, see {@link QueueModel#commit}
     */
    @CanIgnoreReturnValue
    boolean commit(ModelMessage message, long sentAtMillis, long windowMillis) {
        boolean isNew = model.commit(message, sentAtMillis, windowMillis);
        if (isNew) {
            second.arrive(message, model.latestCommit());
        }
        return isNew;
    }

    // ---- sessions as a whole ----

    void performSessionCall(SessionKind sessionKind, HistoryAction.SessionCall.SessionOperation operation)
            throws JMSException, SQLException {
        HistorySession historySession = historySessions.get(sessionKind);
        if (historySession == null) {
            return;
        }
        nodes.use(nodes.nodeOf(sessionKind));
        log.beginStep(sessionKind + ": " + operation);
        switch (operation) {
            case ACKNOWLEDGE_OR_COMMIT -> {
                if (sessionKind.transacted() && uncommitted.inDoubt()) {
                    recoverOrRollBack(sessionKind, historySession);
                } else {
                    acknowledgeOrCommit(sessionKind, historySession);
                }
            }
            case RECOVER_OR_ROLLBACK -> recoverOrRollBack(sessionKind, historySession);
            case CLOSE_CONSUMER -> {
                historySession.closeConsumer();
                model.receiverClosed = true;
                model.sticky.unassign(sessionKind);
                store.awaitIdle();
            }
            case CLOSE_SESSION -> {
                historySession.close();
                model.receiverClosed = true;
                model.sticky.unassign(sessionKind);
                // This waits until a fetch for the closed session is returned.
                store.awaitIdle();
                historySessions.remove(sessionKind);
                receiveActions.forgetLocksOf(sessionKind);
                recordRelease(sessionKind, historySession);
            }
        }
    }

    private void acknowledgeOrCommit(SessionKind sessionKind, HistorySession historySession) throws JMSException {
        if (sessionKind.transacted()) {
            historySession.session().commit();
            uncommitted.commit();
            historySession.removeUnsettled().forEach(model::complete);
        } else if (sessionKind.usesPeekLock()
                && historySession.lastReceived() != null
                && historySession.unsettled().stream().noneMatch(nodes::completionIsInDoubt)) {
            acknowledge(sessionKind, historySession);
        }
    }

    /** Acknowledges messages. It fails if a lock is lost, and still completes the other messages (ACK-04). */
    private void acknowledge(SessionKind sessionKind, HistorySession historySession) throws JMSException {
        boolean all = sessionKind.sessionMode == Session.CLIENT_ACKNOWLEDGE;
        boolean lost;
        try {
            Objects.requireNonNull(historySession.lastReceived()).acknowledge();
            lost = false;
        } catch (MessageLockLostException rejection) {
            lost = true;
            log.append(": rejected");
        }
        boolean expected = false;
        for (ModelDelivery delivery : all ? historySession.removeUnsettled() : historySession.removeLastReceived()) {
            if (delivery.state != ModelDelivery.State.SETTLED) {
                expected |= !model.complete(delivery);
            }
        }
        assertThat(lost).as("lock is lost").isEqualTo(expected);
    }

    private void recoverOrRollBack(SessionKind sessionKind, HistorySession historySession) throws JMSException {
        if (sessionKind.transacted()) {
            historySession.session().rollback();
        } else {
            historySession.session().recover();
        }
        recordRelease(sessionKind, historySession);
    }

    void recordRelease(SessionKind sessionKind, HistorySession historySession) {
        if (sessionKind.transacted()) {
            uncommitted.rollBack();
        }
        model.releaseAll(historySession.removeUnsettled());
    }

    // ---- time ----

    void advanceClock(long millis) throws JMSException, SQLException {
        nodes.heartbeat();
        log.beginStep("the clock moves by " + millis + " ms");
        moveThroughEvents(nowMillis() + millis);
    }

    /** Moves the clock. It stops at each event, if the history requires it. */
    void moveThroughEvents(long endMillis) throws JMSException, SQLException {
        while (history.kind().stopsAtEachEvent() && !model.isQuietFor(endMillis - nowMillis())) {
            moveTo(model.upcomingInstants().get(0));
        }
        moveTo(endMillis);
    }

    void moveTo(long millis) throws JMSException, SQLException {
        store.moveTo(millis);
        if (model.moveTo(millis)) {
            comparison.awaitCounts();
            store.awaitIdle();
        }
        second.moveTo(millis);
    }

    /** Returns whether no event is due for a time. */
    boolean isQuietFor(long millis) {
        return model.isQuietFor(millis) && second.isQuietFor(millis);
    }

    void advanceClockToEvent(int pick, boolean justBefore) throws JMSException, SQLException {
        nodes.heartbeat();
        List<Long> coming = model.upcomingInstants();
        if (!coming.isEmpty()) {
            advanceClock(coming.get(pick % coming.size()) - nowMillis() - (justBefore ? 1 : 0));
        }
    }
}
