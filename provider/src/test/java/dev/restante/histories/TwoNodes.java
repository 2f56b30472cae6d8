package dev.restante.histories;

import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of a history: which sessions belong to the second node, which node an administrator uses, and what the model
 * does not know of prefetched messages. A history without sessions of the second node has one node.
 *
 * <p>A node applies a change of options immediately, and the other node applies it with its next heartbeat (POL-03,
 * STA-01). The model has one version of the options. So the other node is not used, and no event becomes due, until
 * it has made a heartbeat. Changes of rules apply to all nodes immediately (TOP-03).
 */
final class TwoNodes {

    /** Time in which no event may be due after a change, so that the other node learns of the change before. */
    private static final long QUIET_MILLIS = 2 * TestStore.HEARTBEAT_MILLIS;

    private static final long POLL_MILLIS = 1_001;

    /** Time in which no event may be due during a call that both nodes answer. */
    private static final long MAX_CALL_MILLIS = 6_000;

    private static final long CALL_STEP_MILLIS = 300;
    private static final long CALL_WAIT_MILLIS = 20;

    /** Number of polls after which slots of the in-flight limit have moved. */
    private static final int MAX_POLLS = 5;

    private static final String ENTITY_NOT_FOUND = "RESTANTE-ENTITY-NOT-FOUND";

    private final HistoryRun run;
    private final Set<SessionKind> onSecondNode;
    private int administratorNode;
    private boolean otherNodeIsBehind;

    /** Node that has changed the options, or deleted the entity, last. */
    private int changingNode;

    /** Time until which a node may have prefetched values that are replaced. */
    private long replacedUntilMillis;

    /** True until the other node knows that the entity was deleted and created again. */
    private boolean otherNodeHasFormerEntity;

    TwoNodes(HistoryRun run) {
        this.run = run;
        this.onSecondNode = run.store.nodeCount() > 1 ? run.history.onSecondNode() : Set.of();
    }

    /** Action of an administrator, or end, of the second node instead of the first node. */
    record OnSecondNode(HistoryAction action) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            run.nodes.administratorNode = run.nodes.enabled() ? 1 : 0;
            try {
                action.perform(run);
            } finally {
                run.nodes.administratorNode = 0;
            }
        }
    }

    /** Poll of both nodes, in which they exchange prefetched messages and slots of the in-flight limit. */
    record PollBoth() implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            if (run.nodes.enabled()) {
                run.advanceClock(POLL_MILLIS);
            }
        }
    }

    boolean enabled() {
        return !onSecondNode.isEmpty();
    }

    int nodeOf(SessionKind sessionKind) {
        return onSecondNode.contains(sessionKind) ? 1 : 0;
    }

    int administratorNode() {
        return administratorNode;
    }

    /** Returns the sessions of a node, whether or not they are open. */
    List<SessionKind> sessionKindsOf(int node) {
        return List.of(SessionKind.values()).stream()
                .filter(sessionKind -> nodeOf(sessionKind) == node)
                .toList();
    }

    // ---- options ----

    /** Returns whether an administrator can change options now: no event is due before the other node learns of it. */
    boolean mayChange(ModelOptions changed) {
        if (!enabled()) {
            return true;
        }
        ModelOptions before = run.model.options;
        boolean quiet = isQuiet();
        run.model.options = changed;
        quiet &= isQuiet();
        run.model.options = before;
        return quiet;
    }

    private boolean isQuiet() {
        return run.isQuietFor(QUIET_MILLIS);
    }

    /** Moves the clock until no event is due soon. */
    void awaitQuiet() throws JMSException, SQLException {
        while (enabled() && !isQuiet()) {
            run.advanceClock(QUIET_MILLIS);
        }
    }

    /** Returns whether an administrator can make a call that both nodes answer: no event is due meanwhile. */
    boolean mayCallBothNodes() {
        return !enabled() || run.isQuietFor(MAX_CALL_MILLIS);
    }

    /** Makes a call of an administrator. Moves the clock while it waits, because the other node answers with a poll. */
    <T> T callBothNodes(AdministratorCall<T> call) throws JMSException, SQLException {
        if (!enabled()) {
            return call.execute();
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread caller = new Thread(
                () -> {
                    try {
                        result.complete(call.execute());
                    } catch (JMSException | RuntimeException | Error failure) {
                        result.completeExceptionally(failure);
                    }
                },
                "administrator");
        caller.start();
        long untilMillis = run.nowMillis() + MAX_CALL_MILLIS;
        while (run.nowMillis() + CALL_STEP_MILLIS < untilMillis && !endsSoon(result)) {
            run.moveTo(run.nowMillis() + CALL_STEP_MILLIS);
        }
        return result.join();
    }

    /** Waits a short real time for a result. */
    private static boolean endsSoon(CompletableFuture<?> result) {
        try {
            result.handle((value, failure) -> true).get(CALL_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException stillWaiting) {
            return false;
        } catch (InterruptedException | ExecutionException failure) {
            throw new AssertionError(failure);
        }
    }

    /** Call of an administrator. */
    @FunctionalInterface
    interface AdministratorCall<T> {
        T execute() throws JMSException;
    }

    /** Records that an administrator has changed options on the current node. */
    void optionsChanged() {
        if (enabled()) {
            otherNodeIsBehind = true;
            changingNode = administratorNode;
        }
    }

    /** Records that an administrator has deleted the entity and created it again. */
    void entityRecreated() {
        if (enabled()) {
            otherNodeHasFormerEntity = true;
            changingNode = administratorNode;
        }
    }

    /**
     * Returns the code with which a send may be rejected, because its node does not know that the entity was created
     * again (SND-11). The node then knows it, so the next send succeeds.
     */
    @Nullable
    String possibleSendErrorCode(SessionKind sessionKind) {
        boolean former = otherNodeHasFormerEntity && changingNode != nodeOf(sessionKind);
        otherNodeHasFormerEntity &= !former;
        return former ? ENTITY_NOT_FOUND : null;
    }

    /** Lets the node of a session learn that the entity was created again, before a call whose result depends on it. */
    void useNewEntity(SessionKind sessionKind) throws JMSException, SQLException {
        if (otherNodeHasFormerEntity && changingNode != nodeOf(sessionKind)) {
            otherNodeIsBehind = true;
            heartbeat();
        }
    }

    /**
     * Returns the node whose administration shows the state. A query of the other node would tell it the latest
     * options, and so hide that a heartbeat does not.
     */
    int comparisonNode() {
        return changingNode;
    }

    /** Returns whether a node does not yet know the latest options, or which of its values are replaced. */
    boolean anyBehind() {
        return haveReplacedValues() || otherNodeIsBehind;
    }

    /** Lets both nodes learn which of their prefetched values are replaced. */
    void learnReplacedValues() throws JMSException, SQLException {
        while (enabled() && haveReplacedValues()) {
            run.moveThroughEvents(replacedUntilMillis);
        }
    }

    /** Returns whether a node may have prefetched a value that is replaced, until its next poll (LVQ-05). */
    private boolean haveReplacedValues() {
        if (run.model.lastValues.takeAnyReplaced()) {
            replacedUntilMillis = run.nowMillis() + POLL_MILLIS;
        }
        return run.nowMillis() < replacedUntilMillis;
    }

    /** Prepares the use of a node: it learns the latest options. */
    void use(int node) throws JMSException, SQLException {
        if (otherNodeIsBehind && changingNode != node) {
            heartbeat();
        }
    }

    /** Lets both nodes learn the latest options. */
    void heartbeat() throws JMSException, SQLException {
        if (otherNodeIsBehind) {
            run.log.beginStep("the other node learns of the change");
            otherNodeIsBehind = false;
            otherNodeHasFormerEntity = false;
            run.moveTo(run.nowMillis() + TestStore.HEARTBEAT_MILLIS);
        }
    }

    /**
     * Receives. If the other node has the slots of the in-flight limit, the rejected receive requests them, the
     * polls of both nodes move them, and the receive is repeated (VIS-12).
     */
    void receiveWithSlot(SessionKind sessionKind) throws JMSException, SQLException {
        boolean rejected = !run.receiveActions.receive(sessionKind);
        for (int poll = 0; poll < MAX_POLLS && rejected && enabled(); poll++) {
            new PollBoth().perform(run);
            rejected = !run.receiveActions.receive(sessionKind);
        }
    }

    // ---- prefetched messages ----

    /** Returns whether the other node may have prefetched messages, because a consumer is open there. */
    boolean otherNodeMayPrefetch(SessionKind sessionKind) {
        return enabled() && anyConsumerOn(1 - nodeOf(sessionKind));
    }

    /** Returns whether the order of received messages may depend on prefetched messages of two nodes. */
    boolean prefetchDecides(SessionKind sessionKind) {
        return enabled() && (anyConsumerOn(0) || anyConsumerOn(1));
    }

    /**
     * Returns whether a late completion may fail although no consumer has received the message again. A message
     * counts as received if another node has prefetched it (VIS-08). In a deleted queue, the completion of a message
     * that exists only in memory succeeds.
     */
    boolean completionIsInDoubt(ModelDelivery delivery) {
        return delivery.state == ModelDelivery.State.LOCK_LOST
                && (delivery.message.queueDeleted
                        ? !delivery.message.spec.persistent()
                        : otherNodeMayPrefetch(delivery.sessionKind));
    }

    private boolean anyConsumerOn(int node) {
        return run.historySessions.entrySet().stream()
                .anyMatch(
                        each -> nodeOf(each.getKey()) == node && each.getValue().hasConsumer());
    }
}
