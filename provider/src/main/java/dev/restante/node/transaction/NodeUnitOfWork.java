package dev.restante.node.transaction;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.entity.Topic;
import dev.restante.node.receive.AcceptedGroups;
import dev.restante.store.Change;
import dev.restante.store.Outcome;
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

/** A transaction of this node: one operation, built up in memory. */
public final class NodeUnitOfWork implements UnitOfWork {

    private static final Logger LOG = LoggerFactory.getLogger(NodeUnitOfWork.class);

    private final TransactionServices services;
    private final List<PreparedSend> sends = new ArrayList<>();
    private final List<HeldDelivery> received = new ArrayList<>();
    private final Map<MessageGroup, Change.PutGroupState> groupStates = new LinkedHashMap<>();

    /**
     * The work that was gathered.
     *
     * @param sends in the order of the calls
     * @param received whose completion is part of it
     * @param states of message groups
     */
    private record Gathered(
            List<PreparedSend> sends, List<HeldDelivery> received, Map<MessageGroup, Change.PutGroupState> states) {
        boolean isEmpty() {
            return sends.isEmpty() && received.isEmpty() && states.isEmpty();
        }
    }

    /**
     * The prepared work, and the part of it that this node has in memory.
     *
     * @param branch as stored
     * @param commit what a commit without preparation would have been
     * @param received whose completion is part of it; nobody else can settle them
     * @param topicIds one for each message sent to a topic
     */
    record Prepared(Branch branch, Work commit, List<HeldDelivery> received, List<Long> topicIds) {}

    /** Whether it has taken effect is not known. */
    private Outcome.@Nullable InDoubt inDoubt;

    /** A topic has other subscriptions by now, so that the sends must be made anew. */
    private boolean outdated;

    /** True if an entity in which it stores something is gone, so that the ends of chains have to be found anew. */
    private boolean rerouted;

    public NodeUnitOfWork(TransactionServices services) {
        this.services = services;
    }

    @Override
    public void send(PreparedSend send) {
        sends.add(send);
    }

    @Override
    public void receive(HeldDelivery held) {
        if (held.lockedUntilMillis() != HeldDelivery.UNTIL_SETTLED
                && !services.locks().lockUntil(held, HeldDelivery.UNTIL_SETTLED)) {
            throw Refusals.lockLost(held.sequenceNumber());
        }
        received.add(held);
    }

    @Override
    public void putState(MessageGroup group, byte[] state) {
        groupStates.put(group, AcceptedGroups.stateChange(group, state));
    }

    @Override
    public Optional<byte[]> state(MessageGroup group) {
        Change.PutGroupState put = groupStates.get(group);
        return put == null ? group.state() : Optional.of(put.state().clone()).filter(state -> state.length > 0);
    }

    @Override
    public boolean hasReceivedFrom(long entityId) {
        return received.stream().anyMatch(held -> held.delivery().entityId() == entityId);
    }

    @Override
    public void commit() {
        commit(outcome -> {});
    }

    /**
     * As {@link #commit()}.
     *
     * @param whenKnown told once, after this has thrown that the outcome is not known, whether it has taken effect
     */
    void commit(Consumer<Boolean> whenKnown) {
        Gathered gathered = take();
        if (gathered.isEmpty()) {
            return;
        }
        takeEffect(gathered, UnaryOperator.identity(), committed -> {
            if (committed) {
                committed(gathered);
            }
            whenKnown.accept(committed);
        });
        committed(gathered);
    }

    private void committed(Gathered gathered) {
        gathered.received().forEach(held -> services.locks().endSettling(held, true));
        topicIds(gathered).forEach(services.traffic()::sent);
    }

    /**
     * Makes everything durable as a branch that is not decided. Whoever decides that ends what it has in memory.
     *
     * @param whenKnown told once, after this has thrown that the outcome is not known, what is prepared; null if
     *     nothing is, and what was received has been released
     * @return null if there is nothing to prepare
     * @throws BrokerException as {@link #commit}
     */
    @Nullable
    Prepared prepare(BranchId xid, Consumer<@Nullable Prepared> whenKnown) {
        Gathered gathered = take();
        if (gathered.isEmpty()) {
            return null;
        }
        Preparation preparation = new Preparation(services.context(), xid, gathered.received());
        takeEffect(
                gathered,
                preparation,
                effective -> whenKnown.accept(effective ? prepared(gathered, preparation) : null));
        return prepared(gathered, preparation);
    }

    private static Prepared prepared(Gathered gathered, Preparation preparation) {
        return new Prepared(preparation.branch(), preparation.commit(), gathered.received(), topicIds(gathered));
    }

    private static List<Long> topicIds(Gathered gathered) {
        return gathered.sends().stream()
                .filter(PreparedSend::toTopic)
                .map(send -> send.target().id())
                .toList();
    }

    private Gathered take() {
        Gathered gathered =
                new Gathered(new ArrayList<>(sends), List.copyOf(received), new LinkedHashMap<>(groupStates));
        clear();
        return gathered;
    }

    /**
     * Executes what was gathered, in the form that is wanted; leaves the holds as they are while they are being
     * settled.
     *
     * @param whenKnown told once, after this has thrown that the outcome is not known, whether it has taken effect; on
     *     a thread where it may wait for the store
     */
    private void takeEffect(Gathered gathered, UnaryOperator<Work> form, Consumer<Boolean> whenKnown) {
        List<PreparedSend> asPrepared = List.copyOf(gathered.sends());
        try {
            execute(gathered, form, whenKnown);
        } finally {
            asPrepared.forEach(services.bodies()::ended);
        }
    }

    private void execute(Gathered gathered, UnaryOperator<Work> form, Consumer<Boolean> whenKnown) {
        List<HeldDelivery> settling = gathered.received();
        try {
            if (!gathered.sends().isEmpty()) {
                services.life().checkAlive();
                gathered.sends().replaceAll(services.sending()::sendable);
            }
            gathered.states().keySet().forEach(MessageGroup::checkHeld);
        } catch (BrokerException refusal) {
            undo(List.of(), settling);
            throw refusal;
        }
        List<HeldDelivery> begun = new ArrayList<>(settling.size());
        for (HeldDelivery held : settling) {
            if (!services.locks().beginCompleting(held)) {
                undo(begun, settling);
                throw Refusals.lockLost(held.sequenceNumber());
            }
            begun.add(held);
        }
        BrokerException refusal;
        do {
            outdated = false;
            inDoubt = null;
            refusal = attempt(gathered, form);
        } while (outdated);
        if (inDoubt != null) {
            inDoubt.later().whenKnown(known -> services.thread().soon(() -> {
                if (!(known instanceof Outcome.Applied)) {
                    undo(begun, settling);
                }
                whenKnown.accept(known instanceof Outcome.Applied);
            }));
        } else if (refusal != null) {
            undo(begun, settling);
        }
        if (refusal != null) {
            throw refusal;
        }
    }

    @Override
    public void rollback() {
        List<HeldDelivery> releasing = List.copyOf(received);
        sends.forEach(services.bodies()::ended);
        clear();
        services.settlement().release(releasing);
    }

    private void clear() {
        sends.clear();
        received.clear();
        groupStates.clear();
    }

    /** Null if it took effect, or has to be made again. */
    private @Nullable BrokerException attempt(Gathered gathered, UnaryOperator<Work> form) {
        SortedMap<Long, Topic> used = new TreeMap<>();
        try {
            List<Change> changes = new ArrayList<>(
                    gathered.sends().size() + gathered.received().size());
            if (rerouted) {
                gathered.sends().replaceAll(services.sending()::sendable);
            }
            for (PreparedSend send : gathered.sends()) {
                if (send.toTopic()) {
                    changes.addAll(services.topics()
                            .changes(
                                    send,
                                    topicId -> used.computeIfAbsent(
                                            topicId,
                                            id -> services.topics().lane(id).unitBegun())));
                } else {
                    changes.addAll(send.changes());
                }
            }
            gathered.received().stream()
                    .filter(HeldDelivery::stored)
                    .forEach(held ->
                            changes.add(new Change.Complete(held.delivery().ref())));
            changes.addAll(gathered.states().values());
            // By the options of now, which may be others than when it was sent (TTL-10).
            long noticeAtMillis = services.context().noticeAt(changes);
            Work work = form.apply(Work.ofSender(entityOf(gathered), changes, noticeAtMillis));
            return work.changes().isEmpty() ? null : execute(work, gathered.received());
        } catch (BrokerException e) {
            return e;
        } finally {
            used.forEach((topicId, topic) -> services.topics().lane(topicId).unitEnded(topic));
        }
    }

    private @Nullable BrokerException execute(Work work, List<HeldDelivery> settling) {
        Outcome outcome = services.commits().execute(work);
        if (outcome instanceof Outcome.Outdated former) {
            services.topics().reload(former.topicId());
            outdated = true;
            return null;
        }
        if (outcome instanceof Outcome.EntityGone) {
            // Refused by the next attempt, unless it was the end of a chain.
            rerouted = true;
            outdated = true;
            return null;
        }
        if (outcome instanceof Outcome.InDoubt doubt) {
            inDoubt = doubt;
        } else if (outcome instanceof Outcome.LockLost lost) {
            settling.stream()
                    .filter(held -> held.sequenceNumber() == lost.deliveryId())
                    .forEach(held -> services.locks().endSettling(held, false));
        }
        return Refusals.of(outcome);
    }

    /** Any of them; it decides the pipeline. */
    private static long entityOf(Gathered gathered) {
        if (!gathered.sends().isEmpty()) {
            return gathered.sends().get(0).target().id();
        }
        return gathered.received().isEmpty()
                ? gathered.states().values().iterator().next().group().entityId()
                : gathered.received().get(0).delivery().entityId();
    }

    /**
     * Releases what is still held of a unit of work that took no effect; that it failed is what the caller must hear,
     * not that the release did.
     */
    private void undo(List<HeldDelivery> begun, List<HeldDelivery> all) {
        begun.forEach(held -> services.locks().resumeLock(held));
        try {
            services.settlement().release(all);
        } catch (BrokerException e) {
            LOG.warn("What a failed unit of work had received was not released at once", e);
        }
    }
}
