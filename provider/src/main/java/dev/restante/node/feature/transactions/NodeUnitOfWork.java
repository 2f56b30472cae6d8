package dev.restante.node.feature.transactions;

import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.BranchId;
import dev.restante.model.StoredBranch;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.groups.AcceptedGroups;
import dev.restante.node.feature.topics.TopicSnapshot;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Local transaction: sends and completions collected in memory and committed as one operation. */
public final class NodeUnitOfWork implements UnitOfWork {

    private static final Logger LOG = LoggerFactory.getLogger(NodeUnitOfWork.class);

    private final TransactionServices services;
    private final List<PreparedSend> sends = new ArrayList<>();
    private final List<InFlightDelivery> received = new ArrayList<>();
    private final Map<MessageGroup, Change.PutGroupState> groupStates = new LinkedHashMap<>();

    private record CollectedWork(
            List<PreparedSend> sends, List<InFlightDelivery> received, Map<MessageGroup, Change.PutGroupState> states) {
        boolean isEmpty() {
            return sends.isEmpty() && received.isEmpty() && states.isEmpty();
        }
    }

    /**
     * Prepared branch, with the data that only this node has.
     *
     * @param commit the change set of a commit without a prepare phase
     * @param received the deliveries that are completed, which only the branch can settle
     * @param topicIds the topic of each message that was sent to a topic
     */
    record PreparedUnit(StoredBranch branch, ChangeSet commit, List<InFlightDelivery> received, List<Long> topicIds) {}

    /** Outcome of the last attempt if it is unknown, else null. */
    private OperationOutcome.@Nullable InDoubt inDoubt;

    /** True if the attempt must be repeated because subscriptions or target entities have changed. */
    private boolean mustRetry;

    /** True if a target entity was deleted, so that forward targets must be resolved again. */
    private boolean targetsChanged;

    public NodeUnitOfWork(TransactionServices services) {
        this.services = services;
    }

    @Override
    public void send(PreparedSend send) {
        sends.add(send);
    }

    @Override
    public void complete(InFlightDelivery delivery) {
        if (delivery.lockedUntilMillis() != InFlightDelivery.UNTIL_SETTLED
                && !services.node().locks().setLockEnd(delivery, InFlightDelivery.UNTIL_SETTLED)) {
            throw services.node().lockLost(delivery);
        }
        received.add(delivery);
    }

    @Override
    public void putGroupState(MessageGroup group, byte[] state) {
        groupStates.put(group, AcceptedGroups.stateChange(group, state));
    }

    @Override
    public Optional<byte[]> groupState(MessageGroup group) {
        Change.PutGroupState put = groupStates.get(group);
        return put == null ? group.state() : Optional.of(put.state().clone()).filter(state -> state.length > 0);
    }

    @Override
    public boolean hasReceivedFrom(long entityId) {
        return received.stream().anyMatch(delivery -> delivery.delivery().entityId() == entityId);
    }

    @Override
    public void commit() {
        commit(outcome -> {});
    }

    /**
     * Commits like {@link #commit()}.
     *
     * @param onKnown called once with the outcome after this method reported an unknown outcome; true if it took effect
     */
    void commit(Consumer<Boolean> onKnown) {
        CollectedWork collected = takeCollected();
        if (collected.isEmpty()) {
            return;
        }
        commitCollected(collected, UnaryOperator.identity(), committed -> {
            if (committed) {
                committed(collected);
            }
            onKnown.accept(committed);
        });
        committed(collected);
    }

    private void committed(CollectedWork collected) {
        collected.received().forEach(delivery -> services.node().locks().endSettling(delivery, true));
        topicIds(collected).forEach(services.node().throughput()::countSent);
    }

    /**
     * Stores the work durably as an undecided branch. The decision later releases the data in memory.
     *
     * @param onKnown called once after this method reported an unknown outcome, with the prepared unit; with null if
     *     nothing was prepared and the received deliveries were released
     * @return null if there is nothing to prepare
     * @throws BrokerException see {@link #commit}
     */
    @Nullable
    PreparedUnit prepare(BranchId xid, Consumer<@Nullable PreparedUnit> onKnown) {
        CollectedWork collected = takeCollected();
        if (collected.isEmpty()) {
            return null;
        }
        BranchPreparation preparation = new BranchPreparation(services.node().context(), xid, collected.received());
        commitCollected(
                collected,
                preparation,
                effective -> onKnown.accept(effective ? prepared(collected, preparation) : null));
        return prepared(collected, preparation);
    }

    private static PreparedUnit prepared(CollectedWork collected, BranchPreparation preparation) {
        return new PreparedUnit(
                preparation.branch(), preparation.commitChanges(), collected.received(), topicIds(collected));
    }

    private static List<Long> topicIds(CollectedWork collected) {
        return collected.sends().stream()
                .filter(PreparedSend::fansOut)
                .map(send -> send.target().id())
                .toList();
    }

    private CollectedWork takeCollected() {
        CollectedWork collected =
                new CollectedWork(new ArrayList<>(sends), List.copyOf(received), new LinkedHashMap<>(groupStates));
        clear();
        return collected;
    }

    /**
     * Executes the collected work after a conversion. The locks stay in the settling state.
     *
     * @param onKnown called once with the outcome after this method reported an unknown outcome, on a thread that may
     *     wait for the store
     */
    private void commitCollected(
            CollectedWork collected, UnaryOperator<ChangeSet> converter, Consumer<Boolean> onKnown) {
        List<PreparedSend> asPrepared = List.copyOf(collected.sends());
        try {
            execute(collected, converter, onKnown);
        } finally {
            asPrepared.forEach(services.bodies()::sendEnded);
        }
    }

    private void execute(CollectedWork collected, UnaryOperator<ChangeSet> converter, Consumer<Boolean> onKnown) {
        List<InFlightDelivery> settling = collected.received();
        try {
            if (!collected.sends().isEmpty()) {
                services.node().lifecycle().checkAlive();
                collected.sends().replaceAll(services.messageSender()::withCurrentTarget);
            }
            collected.states().keySet().forEach(MessageGroup::checkLock);
        } catch (BrokerException refusal) {
            releaseAll(List.of(), settling);
            throw refusal;
        }
        List<InFlightDelivery> settlingBegun = new ArrayList<>(settling.size());
        for (InFlightDelivery delivery : settling) {
            if (!services.node().locks().beginCompleting(delivery)) {
                releaseAll(settlingBegun, settling);
                throw services.node().lockLost(delivery);
            }
            settlingBegun.add(delivery);
        }
        BrokerException refusal;
        do {
            mustRetry = false;
            inDoubt = null;
            refusal = attempt(collected, converter);
        } while (mustRetry);
        if (inDoubt != null) {
            inDoubt.pending().onKnown(known -> services.thread().execute(() -> {
                if (!(known instanceof OperationOutcome.Applied)) {
                    releaseAll(settlingBegun, settling);
                }
                onKnown.accept(known instanceof OperationOutcome.Applied);
            }));
        } else if (refusal != null) {
            releaseAll(settlingBegun, settling);
        }
        if (refusal != null) {
            throw refusal;
        }
    }

    @Override
    public void rollback() {
        List<InFlightDelivery> releasing = List.copyOf(received);
        sends.forEach(services.bodies()::sendEnded);
        clear();
        services.settler().release(releasing);
    }

    private void clear() {
        sends.clear();
        received.clear();
        groupStates.clear();
    }

    /** Returns null if the attempt took effect or must be repeated. */
    private @Nullable BrokerException attempt(CollectedWork collected, UnaryOperator<ChangeSet> converter) {
        SortedMap<Long, TopicSnapshot> used = new TreeMap<>();
        try {
            List<Change> changes = new ArrayList<>(
                    collected.sends().size() + collected.received().size());
            if (targetsChanged) {
                collected.sends().replaceAll(services.messageSender()::withCurrentTarget);
            }
            for (PreparedSend send : collected.sends()) {
                if (send.fansOut()) {
                    changes.addAll(services.topicSender()
                            .changes(
                                    send,
                                    topicId -> used.computeIfAbsent(topicId, id -> services.topicSender()
                                            .sequencer(id)
                                            .unitStarted())));
                } else {
                    changes.addAll(send.changes());
                }
            }
            collected.received().stream()
                    .filter(InFlightDelivery::hasRow)
                    .forEach(delivery ->
                            changes.add(new Change.Complete(delivery.delivery().ref())));
            changes.addAll(collected.states().values());
            // Uses the current options, which may have changed since the send (TTL-10).
            long noticeAtMillis = services.node().context().nextDueMillis(changes);
            ChangeSet changeSet = converter.apply(ChangeSet.ofSend(entityOf(collected), changes, noticeAtMillis));
            return changeSet.changes().isEmpty() ? null : execute(changeSet, collected.received());
        } catch (BrokerException e) {
            return e;
        } finally {
            used.forEach((topicId, topic) ->
                    services.topicSender().sequencer(topicId).unitEnded(topic));
        }
    }

    private @Nullable BrokerException execute(ChangeSet changeSet, List<InFlightDelivery> settling) {
        OperationOutcome outcome = services.node().committer().commit(changeSet);
        if (outcome instanceof OperationOutcome.SubscriptionsChanged former) {
            services.topicSender().reload(former.topicId());
            mustRetry = true;
            return null;
        }
        if (outcome instanceof OperationOutcome.EntityGone) {
            // The next attempt finds another target or rejects the send.
            targetsChanged = true;
            mustRetry = true;
            return null;
        }
        if (outcome instanceof OperationOutcome.InDoubt doubt) {
            inDoubt = doubt;
        } else if (outcome instanceof OperationOutcome.LockLost lost) {
            for (InFlightDelivery delivery : settling) {
                if (delivery.sequenceNumber() == lost.deliveryId()) {
                    services.node().locks().endSettling(delivery, false);
                    return services.node().lockLost(delivery);
                }
            }
        }
        return BrokerExceptions.of(outcome);
    }

    /** Returns one of the entities, which selects the pipeline. */
    private static long entityOf(CollectedWork collected) {
        if (!collected.sends().isEmpty()) {
            return collected.sends().get(0).target().id();
        }
        return collected.received().isEmpty()
                ? collected.states().values().iterator().next().group().entityId()
                : collected.received().get(0).delivery().entityId();
    }

    /**
     * Releases the deliveries of a failed unit of work. A failure of the release is only logged, so that the caller
     * receives the original failure.
     */
    private void releaseAll(List<InFlightDelivery> settlingBegun, List<InFlightDelivery> all) {
        settlingBegun.forEach(delivery -> services.node().locks().resumeLock(delivery));
        try {
            services.settler().release(all);
        } catch (BrokerException e) {
            LOG.warn(
                    "{} messages that a failed unit of work had received were not released immediately."
                            + " Restante tries again.",
                    all.size(),
                    e);
        }
    }
}
