package dev.restante.node.commit;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the messages of what a fetch has acquired, and makes sure that a non-persistent one is handed over once at
 * most. Thread-safe.
 */
final class FetchLoader {

    private static final Logger LOG = LoggerFactory.getLogger(FetchLoader.class);

    private final NodeContext context;
    private final BufferReturns bufferReturns;
    private final Commits commits;

    FetchLoader(NodeContext context, BufferReturns bufferReturns, Commits commits) {
        this.context = context;
        this.bufferReturns = bufferReturns;
        this.commits = commits;
    }

    /**
     * Waits for the store.
     *
     * @param acquired of one entity
     * @param wayBack of what may turn out later to have been taken out of the store
     * @return those that may be handed over; what becomes of the others is seen to
     * @throws RuntimeException if they could not be read, or the non-persistent ones not be taken out of the store; the
     *     caller must give everything back, or some would be received before others that go back
     */
    List<Buffered> load(List<Delivery> acquired, WayBack wayBack) {
        Map<Long, StoredMessage> messages =
                ReadableMessages.certainly(context.store().deliveries(), acquired);
        // A non-persistent one that is not readable is not taken out of the store, or nothing would be left of it.
        List<Delivery> readable = acquired.stream()
                .filter(delivery -> messages.containsKey(delivery.ref().messageId()))
                .toList();
        Set<Long> kept = removeNonPersistent(readable, messages, wayBack);
        for (Delivery delivery : acquired) {
            if (!messages.containsKey(delivery.ref().messageId())) {
                // A node that was declared dead while it read has lost it to others, who may have completed it.
                LOG.warn(
                        "The message of delivery {} is not readable; it is dead-lettered if this node still has it",
                        delivery.id());
                bufferReturns.deadLetterUnreadable(delivery);
            }
        }
        return readable.stream()
                .filter(delivery -> !kept.contains(delivery.id()))
                .map(delivery -> buffered(delivery, messages, delivery.keepsRow()))
                .toList();
    }

    private static Buffered buffered(Delivery delivery, Map<Long, StoredMessage> messages, boolean stored) {
        return new Buffered(delivery, requireNonNull(messages.get(delivery.ref().messageId())), stored);
    }

    /**
     * Removes the rows of those that don't keep them. A non-persistent message of a group does, so it goes here if
     * somebody may have had it who died. Returns those that are not to be handed over.
     */
    private Set<Long> removeNonPersistent(List<Delivery> acquired, Map<Long, StoredMessage> messages, WayBack wayBack) {
        List<Delivery> passing = acquired.stream()
                .filter(delivery -> !delivery.keepsRow() || (!delivery.persistent() && delivery.suspect()))
                .toList();
        if (passing.isEmpty()) {
            return Set.of();
        }
        List<Change.Complete> removals = passing.stream()
                .map(delivery -> new Change.Complete(delivery.ref()))
                .toList();
        long entityId = passing.get(0).entityId();
        Outcome outcome =
                commits.execute(new Work(entityId, removals, Operation.Misses.SKIP, List.of(), false, Delivery.NEVER));
        if (outcome instanceof Outcome.Applied applied) {
            return notHandedOver(passing, applied);
        }
        if (outcome instanceof Outcome.InDoubt doubt) {
            // Nobody has had what turns out to have been taken out: it is stored anew, at its place.
            Runnable whenOver = wayBack.begin();
            doubt.later().whenKnown(known -> wayBack.read(takenOut(passing, messages, known), whenOver));
        }
        throw outcome.notApplied();
    }

    private static Set<Long> notHandedOver(List<Delivery> passing, Outcome.Applied applied) {
        Set<Long> kept = new HashSet<>(applied.missedIds());
        passing.stream()
                .filter(delivery -> delivery.groupId() != null)
                .map(Delivery::id)
                .forEach(kept::add);
        return kept;
    }

    private static List<Buffered> takenOut(List<Delivery> passing, Map<Long, StoredMessage> messages, Outcome outcome) {
        if (!(outcome instanceof Outcome.Applied applied)) {
            return List.of();
        }
        Set<Long> kept = notHandedOver(passing, applied);
        return passing.stream()
                .filter(delivery -> !kept.contains(delivery.id()))
                .map(delivery -> buffered(delivery, messages, false))
                .toList();
    }
}
