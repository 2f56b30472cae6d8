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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
     * @return those that may be handed over; what becomes of the others is seen to
     * @throws RuntimeException if nothing could be read; the caller must give everything back
     */
    List<Buffered> load(List<Delivery> acquired) {
        Map<Long, StoredMessage> messages = ReadableMessages.of(context.store().deliveries(), acquired);
        List<Delivery> readable = new ArrayList<>(acquired.size());
        for (Delivery delivery : acquired) {
            if (messages.containsKey(delivery.ref().messageId())) {
                readable.add(delivery);
            } else {
                // Before a non-persistent one is taken out of the store, or nothing would be left of it.
                // A node that was declared dead while it read has lost it to others, who may have completed it.
                LOG.warn(
                        "The message of delivery {} is not readable; it is dead-lettered if this node still has it",
                        delivery.id());
                bufferReturns.deadLetterUnreadable(delivery);
            }
        }
        Set<Long> kept = removeNonPersistent(readable);
        return readable.stream()
                .filter(delivery -> !kept.contains(delivery.id()))
                .map(delivery -> new Buffered(
                        delivery, requireNonNull(messages.get(delivery.ref().messageId())), delivery.keepsRow()))
                .toList();
    }

    /**
     * Removes the rows of those that don't keep them. A non-persistent message of a group does, so it goes here if
     * somebody may have had it who died. Returns those that are not to be handed over.
     */
    private Set<Long> removeNonPersistent(List<Delivery> acquired) {
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
            Set<Long> kept = new HashSet<>(applied.missedIds());
            passing.stream()
                    .filter(delivery -> delivery.groupId() != null)
                    .map(Delivery::id)
                    .forEach(kept::add);
            return kept;
        }
        LOG.warn("{} non-persistent messages could not be taken out of the store; they go back", passing.size());
        bufferReturns.giveBackUnread(passing);
        return passing.stream().map(Delivery::id).collect(Collectors.toSet());
    }
}
