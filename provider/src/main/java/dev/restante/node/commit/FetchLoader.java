package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessageLoader;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loader that reads the messages of fetched deliveries from the store, so that a dispatcher can deliver them. It
 * removes non-persistent messages from the store before they are delivered, so that each is delivered at most once.
 * Thread-safe.
 */
final class FetchLoader {

    private static final Logger LOG = LoggerFactory.getLogger(FetchLoader.class);

    private final NodeContext context;
    private final PrefetchReturner prefetchReturner;
    private final ChangeCommitter committer;

    FetchLoader(NodeContext context, PrefetchReturner prefetchReturner, ChangeCommitter committer) {
        this.context = context;
        this.prefetchReturner = prefetchReturner;
        this.committer = committer;
    }

    /**
     * Loads the messages of acquired deliveries; waits for the store.
     *
     * @param acquired deliveries of one entity
     * @param returner returner of deliveries whose removal from the store is in doubt
     * @return the messages that may be delivered; the loader handles all other deliveries
     * @throws RuntimeException if messages cannot be read or removed; the caller must return all deliveries to keep the
     *     order
     */
    List<PrefetchedMessage> load(List<Delivery> acquired, FetchReturner returner) {
        Map<Long, StoredMessage> messages =
                ReadableMessageLoader.loadConfirmed(context.store().deliveries(), acquired);
        // The row of an unreadable non-persistent message stays, because no other copy exists.
        List<Delivery> readable = acquired.stream()
                .filter(delivery -> messages.containsKey(delivery.ref().messageId()))
                .toList();
        Set<Long> notDeliverable = removeNonPersistent(readable, messages, returner);
        for (Delivery delivery : acquired) {
            if (!messages.containsKey(delivery.ref().messageId())) {
                // If this node was declared dead during the read, another node may own the delivery or have completed
                // it.
                LOG.warn(
                        "The message of delivery {} of {} cannot be read."
                                + " It is dead-lettered if this node still owns the delivery.",
                        delivery.id(),
                        context.registry().describe(delivery.entityId()));
                prefetchReturner.deadLetterUnreadable(delivery);
            }
        }
        return readable.stream()
                .filter(delivery -> !notDeliverable.contains(delivery.id()))
                .map(delivery -> toPrefetched(delivery, messages, delivery.keepsRowInFlight()))
                .toList();
    }

    private static PrefetchedMessage toPrefetched(
            Delivery delivery, Map<Long, StoredMessage> messages, boolean stored) {
        return new PrefetchedMessage(
                delivery, requireNonNull(messages.get(delivery.ref().messageId())), stored);
    }

    /**
     * Removes the rows of deliveries whose rows must not exist in flight, and drops suspect non-persistent members of
     * groups. Returns the ids of deliveries that must not be delivered.
     */
    private Set<Long> removeNonPersistent(
            List<Delivery> acquired, Map<Long, StoredMessage> messages, FetchReturner returner) {
        List<Delivery> removable = acquired.stream()
                .filter(delivery ->
                        !delivery.keepsRowInFlight() || (!delivery.persistent() && delivery.redeliverySuspected()))
                .toList();
        if (removable.isEmpty()) {
            return Set.of();
        }
        List<Change.Complete> removals = removable.stream()
                .map(delivery -> new Change.Complete(delivery.ref()))
                .toList();
        long entityId = removable.get(0).entityId();
        OperationOutcome outcome =
                committer.commit(ChangeSet.withoutArrivals(entityId, removals, MissedFencePolicy.SKIP_CHANGE));
        if (outcome instanceof OperationOutcome.Applied applied) {
            return notHandedOver(removable, applied);
        }
        if (outcome instanceof OperationOutcome.InDoubt doubt) {
            // No application has received these messages; if their removal was committed, they are stored again at
            // their positions.
            Runnable onEnded = returner.beginReturn();
            doubt.pending().onKnown(known -> returner.returnLoaded(removed(removable, messages, known), onEnded));
        }
        throw outcome.toException();
    }

    private static Set<Long> notHandedOver(List<Delivery> removable, OperationOutcome.Applied applied) {
        Set<Long> notDeliverable = new HashSet<>(applied.skippedIds());
        removable.stream()
                .filter(delivery -> delivery.groupId() != null)
                .map(Delivery::id)
                .forEach(notDeliverable::add);
        return notDeliverable;
    }

    private static List<PrefetchedMessage> removed(
            List<Delivery> removable, Map<Long, StoredMessage> messages, OperationOutcome outcome) {
        if (!(outcome instanceof OperationOutcome.Applied applied)) {
            return List.of();
        }
        Set<Long> notDeliverable = notHandedOver(removable, applied);
        return removable.stream()
                .filter(delivery -> !notDeliverable.contains(delivery.id()))
                .map(delivery -> toPrefetched(delivery, messages, false))
                .toList();
    }
}
