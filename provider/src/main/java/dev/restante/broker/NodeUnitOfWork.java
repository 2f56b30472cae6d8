package dev.restante.broker;

import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A local transaction of this node: one operation, built up in memory. */
final class NodeUnitOfWork implements UnitOfWork {

    private static final Logger LOG = LoggerFactory.getLogger(NodeUnitOfWork.class);

    private final BrokerNode node;
    private final List<PreparedSend> sends = new ArrayList<>();
    private final List<HeldDelivery> received = new ArrayList<>();

    /** A topic has other subscriptions by now, so that the sends must be made anew. */
    private boolean outdated;

    NodeUnitOfWork(BrokerNode node) {
        this.node = node;
    }

    @Override
    public void send(PreparedSend send) {
        sends.add(send);
    }

    @Override
    public void receive(HeldDelivery held) {
        received.add(held);
    }

    @Override
    public boolean hasReceivedFrom(long entityId) {
        return received.stream().anyMatch(held -> held.delivery().entityId() == entityId);
    }

    @Override
    public void commit() {
        List<PreparedSend> committedSends = new ArrayList<>(sends);
        List<HeldDelivery> settling = List.copyOf(received);
        sends.clear();
        received.clear();
        if (committedSends.isEmpty() && settling.isEmpty()) {
            return;
        }
        try {
            committedSends.replaceAll(node.sending()::sendable);
        } catch (BrokerException refusal) {
            undo(List.of(), settling);
            throw refusal;
        }
        List<HeldDelivery> begun = new ArrayList<>(settling.size());
        for (HeldDelivery held : settling) {
            if (!node.locks().beginCompleting(held)) {
                undo(begun, settling);
                throw Refusals.lockLost(held.sequenceNumber());
            }
            begun.add(held);
        }
        BrokerException refusal;
        do {
            outdated = false;
            refusal = attempt(committedSends, settling);
        } while (outdated);
        if (refusal != null) {
            undo(begun, settling);
            throw refusal;
        }
        settling.forEach(held -> node.locks().endSettling(held, true));
        committedSends.stream().filter(PreparedSend::toTopic).forEach(send -> node.traffic()
                .sent(send.target().id()));
    }

    @Override
    public void rollback() {
        List<HeldDelivery> releasing = List.copyOf(received);
        sends.clear();
        received.clear();
        node.settlement().release(releasing);
    }

    /** Null if it took effect, or has to be made again. */
    private @Nullable BrokerException attempt(List<PreparedSend> committedSends, List<HeldDelivery> settling) {
        TopicSending sending = node.sending().topics();
        SortedMap<Long, Topic> topics = new TreeMap<>();
        try {
            List<Change> changes = new ArrayList<>(committedSends.size() + settling.size());
            long noticeAtMillis = Delivery.NEVER;
            for (PreparedSend send : committedSends) {
                if (send.toTopic()) {
                    List<Change> made = sending.changes(
                            send,
                            topicId -> topics.computeIfAbsent(
                                    topicId, id -> sending.lane(id).unitBegun()));
                    changes.addAll(made);
                    noticeAtMillis = Math.min(noticeAtMillis, sending.noticeAt(made));
                } else {
                    changes.addAll(send.changes());
                    noticeAtMillis = Math.min(noticeAtMillis, NodeSending.noticeAt(send));
                }
            }
            settling.stream()
                    .filter(HeldDelivery::stored)
                    .forEach(held ->
                            changes.add(new Change.Complete(held.delivery().ref())));
            return changes.isEmpty() ? null : execute(committedSends, settling, changes, noticeAtMillis);
        } catch (BrokerException e) {
            return e;
        } finally {
            topics.forEach((topicId, topic) -> sending.lane(topicId).unitEnded(topic));
        }
    }

    private @Nullable BrokerException execute(
            List<PreparedSend> committedSends, List<HeldDelivery> settling, List<Change> changes, long noticeAtMillis) {
        long entityId = committedSends.isEmpty()
                ? settling.get(0).delivery().entityId()
                : committedSends.get(0).target().id();
        Outcome outcome = node.commits()
                .execute(new Work(entityId, changes, Operation.Misses.FAIL, List.of(), true, noticeAtMillis));
        if (outcome instanceof Outcome.Outdated former) {
            node.sending().topics().reload(former.topicId());
            outdated = true;
            return null;
        }
        if (outcome instanceof Outcome.LockLost lost) {
            settling.stream()
                    .filter(held -> held.sequenceNumber() == lost.deliveryId())
                    .forEach(held -> node.locks().endSettling(held, false));
        }
        return Refusals.of(outcome);
    }

    /** Releases what is still held of a unit of work that took no effect; that it failed is what the caller must hear, not that the release did. */
    private void undo(List<HeldDelivery> begun, List<HeldDelivery> all) {
        begun.forEach(held -> node.locks().resumeLock(held));
        try {
            node.settlement().release(all);
        } catch (BrokerException e) {
            LOG.warn("What a failed unit of work had received was not released at once", e);
        }
    }
}
