package dev.restante.broker;

import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StateCounts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Counts what is in the entities of a node's store. It reads the rows of an entity along the order index, so it costs what they are many, and lets no writer wait. */
final class Counting {

    private final BrokerNode node;
    private final ExpirySweeper sweeper;

    Counting(BrokerNode node, ExpirySweeper sweeper) {
        this.node = node;
        this.sweeper = sweeper;
    }

    QueueStatistics of(Entity entity) {
        node.checkOpen();
        node.requireExisting(entity);
        return node.guarded(() -> {
            StateCounts counts = node.context().store().deliveries().counts(entity.id());
            // Looking creates none: it would live on if the queue is being deleted.
            EntityDispatcher dispatcher = node.dispatchers().known(entity.id());
            int buffered = dispatcher == null ? 0 : dispatcher.storedInBuffer();
            int unstored = dispatcher == null ? 0 : dispatcher.unstoredInBuffer();
            StateCounts dead = entity.deadLetterQueueId() == 0
                    ? new StateCounts(0, 0, 0, 0)
                    : node.context().store().deliveries().counts(entity.deadLetterQueueId());
            return new QueueStatistics(
                    counts.available() + buffered + unstored,
                    inFlight(entity, counts, buffered),
                    counts.scheduled(),
                    counts.deferred(),
                    dead.available() + dead.acquired() + dead.scheduled() + dead.deferred(),
                    oldestAgeMillis(entity.id(), dispatcher),
                    sweeper.lagMillis(entity.id()),
                    node.traffic().of(entity.id()));
        });
    }

    /** Exact where all receivers are here; what other nodes have acquired counts as in flight, though some of it may wait in their buffers. */
    private long inFlight(Entity entity, StateCounts counts, int buffered) {
        return node.context().store().traits().exclusive()
                ? node.locks().inFlight().count(entity.id())
                : Math.max(0, counts.acquired() - buffered);
    }

    private long oldestAgeMillis(long entityId, @Nullable EntityDispatcher dispatcher) {
        OptionalLong stored = node.context().store().inspector().oldestAvailable(entityId);
        long buffered = dispatcher == null ? Delivery.NEVER : dispatcher.firstEnqueuedAt();
        long oldest = Math.min(stored.orElse(Delivery.NEVER), buffered);
        return oldest == Delivery.NEVER ? -1 : Math.max(0, node.context().time().millis() - oldest);
    }

    /** The most frequent reasons of dead letters and how many have each; what is left of the entity's messages has others, or none. */
    Map<String, Long> reasons(Entity entity, int limit) {
        node.checkOpen();
        return node.guarded(
                () -> new LinkedHashMap<>(node.context().store().inspector().reasons(entity.id(), limit)));
    }
}
