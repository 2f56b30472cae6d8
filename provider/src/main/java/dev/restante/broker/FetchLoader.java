package dev.restante.broker;

import dev.restante.broker.dispatch.Buffered;
import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the messages of what a fetch has acquired, and makes sure that a non-persistent one is handed over once at most. Thread-safe. */
final class FetchLoader {

    private static final Logger LOG = LoggerFactory.getLogger(FetchLoader.class);

    private final NodeContext context;
    private final BufferReturns bufferReturns;
    private final Supplier<Commits> commits;

    FetchLoader(NodeContext context, BufferReturns bufferReturns, Supplier<Commits> commits) {
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
        Map<Long, StoredMessage> messages = messages(acquired);
        Set<Long> kept = removeNonPersistent(acquired);
        List<Buffered> loaded = new ArrayList<>(acquired.size());
        for (Delivery delivery : acquired) {
            StoredMessage message = messages.get(delivery.ref().messageId());
            if (message == null && delivery.persistent()) {
                LOG.error("The message of delivery {} is not readable; it is dead-lettered", delivery.id());
                bufferReturns.deadLetterUnreadable(delivery);
            } else if (message != null && !kept.contains(delivery.id())) {
                loaded.add(new Buffered(delivery, message, delivery.persistent()));
            }
        }
        return loaded;
    }

    /** Reads messages; where one can't be decoded the others are read one by one, and it is left out. */
    private Map<Long, StoredMessage> messages(List<Delivery> acquired) {
        DeliveryReader reader = context.store().deliveries();
        List<Long> ids =
                acquired.stream().map(delivery -> delivery.ref().messageId()).toList();
        try {
            return reader.messages(ids);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("One of {} messages can't be decoded", ids.size(), e);
        }
        Map<Long, StoredMessage> readable = new HashMap<>();
        for (long id : ids) {
            try {
                readable.putAll(reader.messages(List.of(id)));
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) {
                LOG.error("Message {} can't be decoded", id, e);
            }
        }
        return readable;
    }

    /** A non-persistent message must never be delivered again after a crash, so its row goes before it is handed over (SND-05). Returns those whose row is still there. */
    private Set<Long> removeNonPersistent(List<Delivery> acquired) {
        List<Delivery> passing =
                acquired.stream().filter(delivery -> !delivery.persistent()).toList();
        if (passing.isEmpty()) {
            return Set.of();
        }
        List<Change.Complete> removals = passing.stream()
                .map(delivery -> new Change.Complete(delivery.ref()))
                .toList();
        long entityId = passing.get(0).entityId();
        Outcome outcome = commits.get()
                .execute(new Work(entityId, removals, Operation.Misses.SKIP, List.of(), false, Delivery.NEVER));
        if (outcome instanceof Outcome.Applied applied) {
            return applied.missedIds();
        }
        LOG.warn("{} non-persistent messages could not be taken out of the store; they go back", passing.size());
        bufferReturns.giveBackUnread(passing);
        return passing.stream().map(Delivery::id).collect(Collectors.toSet());
    }
}
