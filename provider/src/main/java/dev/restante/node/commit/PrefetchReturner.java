package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import dev.restante.node.rule.DeliveryDisposition;
import dev.restante.node.rule.GroupExpiryRule;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * Returner of prefetched messages that no consumer received: back to the store, to the dead-letter queue, or dropped.
 * Thread-safe.
 */
public final class PrefetchReturner {

    private final NodeContext context;
    private final DispositionChanges dispositionChanges;
    private final RetryingCommitter retryingCommitter;

    public PrefetchReturner(
            NodeContext context, DispositionChanges dispositionChanges, RetryingCommitter retryingCommitter) {
        this.context = context;
        this.dispositionChanges = dispositionChanges;
        this.retryingCommitter = retryingCommitter;
    }

    /** Returns deliveries to the store with unchanged delivery counts. */
    public void returnToStore(List<PrefetchedMessage> remaining, boolean wait) {
        execute(returnChangeSets(remaining), wait, () -> {});
    }

    /**
     * Returns deliveries to the store without waiting. Calls back when they are stored, or will never be while this
     * node lives.
     */
    public void returnToStore(List<PrefetchedMessage> remaining, Runnable onDone) {
        execute(returnChangeSets(remaining), false, onDone);
    }

    /**
     * Returns deliveries to the store, and waits for one attempt. Calls back like
     * {@link #returnToStore(List, Runnable)}.
     */
    void returnToStoreAndWait(List<PrefetchedMessage> remaining, Runnable onDone) {
        execute(returnChangeSets(remaining), true, onDone);
    }

    private List<ChangeSet> returnChangeSets(List<PrefetchedMessage> remaining) {
        List<ChangeSet> changeSets = new ArrayList<>(remaining.size());
        for (PrefetchedMessage prefetched : remaining) {
            Entity entity = context.cachedEntity(prefetched.delivery());
            if (prefetched.hasRow()) {
                changeSets.add(returnChanges(prefetched.delivery()));
            } else if (entity != null) {
                ChangeSet changeSet = dispositionChanges.withoutRow(
                        entity,
                        prefetched,
                        new DeliveryDisposition.Requeued(prefetched.delivery().deliveryCount(), 0),
                        null);
                if (changeSet != null) {
                    changeSets.add(changeSet);
                }
            }
        }
        return changeSets;
    }

    /**
     * Returns deliveries that belong behind those that stay in the buffer, so that no fetch for the front is needed.
     * Calls back when they are stored.
     */
    void returnBehindPrefetched(List<PrefetchedMessage> surplus, Runnable onDone) {
        List<ChangeSet> changeSets = surplus.stream()
                .map(prefetched -> returnChanges(prefetched.delivery()))
                .toList();
        retryingCommitter.submit(
                ChangeSet.mergedByEntity(changeSets).stream()
                        .map(ChangeSet::asBehindPrefetched)
                        .toList(),
                onDone);
    }

    /** Dead-letters, drops or releases expired deliveries. */
    public void expire(List<PrefetchedMessage> expired) {
        if (expired.isEmpty()) {
            return;
        }
        long nowMillis = context.storeClock().confirmedMillis();
        List<ChangeSet> changeSets = new ArrayList<>(expired.size());
        for (PrefetchedMessage prefetched : expired) {
            Entity entity = context.cachedEntity(prefetched.delivery());
            if (entity == null) {
                continue;
            }
            Delivery delivery = prefetched.delivery();
            DeliveryDisposition disposition =
                    DeliveryDisposition.of(entity, delivery, delivery.deliveryCount(), false, 0, nowMillis);
            ChangeSet changeSet = prefetched.hasRow()
                    ? dispositionChanges.forRow(entity, delivery, disposition, null)
                    : dispositionChanges.withoutRow(entity, prefetched, disposition, null);
            if (changeSet != null) {
                changeSets.add(changeSet);
            }
        }
        execute(changeSets, false, () -> {});
    }

    /** Expires the group of an expired delivery if its entity requires that (TTL-18). */
    void expireGroupOf(Delivery expired) {
        Entity entity = context.cachedEntity(expired);
        if (entity != null && GroupExpiryRule.appliesTo(entity, expired)) {
            dispositionChanges.expireGroupOf(expired);
        }
    }

    /** Returns unreadable deliveries, and other ones with them, to the store. Calls back when they are stored. */
    void returnUnread(List<Delivery> acquired, List<PrefetchedMessage> with, Runnable onDone) {
        List<ChangeSet> changeSets = returnChangeSets(with);
        acquired.forEach(delivery -> changeSets.add(returnChanges(delivery)));
        execute(changeSets, false, onDone);
    }

    /** Returns the change sets that return deliveries with rows to the store. */
    public List<ChangeSet> returnChanges(List<PrefetchedMessage> stored) {
        return stored.stream()
                .map(prefetched -> returnChanges(prefetched.delivery()))
                .toList();
    }

    private ChangeSet returnChanges(Delivery delivery) {
        Entity entity = context.cachedEntity(delivery);
        return new ChangeSet(
                delivery.entityId(),
                List.of(new Change.ReturnUndelivered(delivery.ref())),
                MissedFencePolicy.SKIP_CHANGE,
                List.of(delivery.entityId()),
                entity == null ? Delivery.NEVER : context.dueAfterReturn(entity, delivery));
    }

    /**
     * Dead-letters a delivery whose message is unreadable, without waiting. If there is no dead-letter target, defers
     * the delivery, so that no node acquires it again.
     */
    public void deadLetterUnreadable(Delivery delivery) {
        Entity entity = context.cachedEntity(delivery);
        if (entity != null) {
            ChangeSet changeSet = dispositionChanges
                    .deadLetter(entity, delivery, DeadLetterCause.unreadable(), MissedFencePolicy.SKIP_CHANGE)
                    .orElseGet(() -> dispositionChanges.defer(
                            entity, delivery, delivery.deliveryCount(), null, MissedFencePolicy.SKIP_CHANGE));
            execute(List.of(changeSet), false, () -> {});
        }
    }

    /** Drops deliveries of a deleted entity or with replaced values, and removes their rows from the store. */
    public void discard(List<PrefetchedMessage> remaining) {
        execute(
                remaining.stream()
                        .filter(PrefetchedMessage::hasRow)
                        .map(prefetched -> ChangeSet.withoutArrivals(
                                prefetched.delivery().entityId(),
                                new Change.Discard(prefetched.delivery().ref()),
                                MissedFencePolicy.SKIP_CHANGE))
                        .toList(),
                false,
                () -> {});
    }

    private void execute(List<ChangeSet> changeSets, boolean wait, Runnable onDone) {
        List<ChangeSet> sweeps = changeSets.stream()
                .filter(changeSet -> changeSet.missedFencePolicy() == MissedFencePolicy.SKIP_CHANGE)
                .toList();
        List<ChangeSet> all = new ArrayList<>(ChangeSet.mergedByEntity(sweeps));
        changeSets.stream()
                .filter(changeSet -> changeSet.missedFencePolicy() == MissedFencePolicy.FAIL_OPERATION)
                .forEach(all::add);
        if (wait) {
            retryingCommitter.commit(all, onDone);
        } else {
            retryingCommitter.submit(all, onDone);
        }
    }
}
