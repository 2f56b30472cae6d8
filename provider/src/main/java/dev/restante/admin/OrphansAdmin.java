package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Administration;
import dev.restante.model.OrphanedDeliveries;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.util.List;

/**
 * Administration of orphaned messages: {@code admin.orphans()}. A message is orphaned if the store does not have its
 * queue, topic or subscription, because of a fault or after a change by hand. Restante neither delivers nor expires it,
 * and keeps it until an administrator moves or removes it (BEY-09). Thread-safe.
 *
 * <p>Errors are those of {@link RestanteAdmin}. A call for an entity without orphaned messages throws
 * {@link jakarta.jms.InvalidDestinationException} with {@code RESTANTE-ENTITY-NOT-FOUND}.
 */
public final class OrphansAdmin {

    private final Administration node;
    private final AdminCalls calls;

    OrphansAdmin(Administration node, AdminCalls calls) {
        this.node = node;
        this.calls = calls;
    }

    /**
     * The orphaned messages of one missing queue, topic or subscription.
     *
     * @param entityId the id that the store had given to it
     * @param count how many messages there are, in whatever state
     * @param oldest when the oldest was enqueued, by the clock of the store
     */
    public record OrphanedMessages(long entityId, long count, Instant oldest) {

        private static OrphanedMessages of(OrphanedDeliveries orphans) {
            return new OrphanedMessages(
                    orphans.entityId(), orphans.count(), Instant.ofEpochMilli(orphans.oldestMillis()));
        }
    }

    /** Lists the orphaned messages of the store by ascending entity id. Counts them row by row. */
    public List<OrphanedMessages> list() throws JMSException {
        return calls.asking(
                () -> node.orphans().list().stream().map(OrphanedMessages::of).toList());
    }

    /**
     * Moves orphaned messages to the end of a queue. As with a redrive, the delivery count is zero there and the time
     * to live counts anew. Messages that are sent repeatedly, that a node or a prepared transaction holds, or whose
     * head can't be read stay.
     *
     * @param target the full name of a queue or subscription
     * @return how many moved, and how many are left
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the target does not
     *     exist
     */
    public BulkResult move(long entityId, String target) throws JMSException {
        requireNonNull(target, "target");
        return result(() -> node.orphans().move(entityId, calls.existing(target)));
    }

    /**
     * Removes orphaned messages for good. Messages that a node or a prepared transaction holds stay.
     *
     * @return how many are gone, and how many are left
     */
    public BulkResult remove(long entityId) throws JMSException {
        return result(() -> node.orphans().remove(entityId));
    }

    private interface Clearing {
        Administration.Orphans.Cleared clear();
    }

    private BulkResult result(Clearing clearing) throws JMSException {
        Administration.Orphans.Cleared cleared = calls.working(clearing::clear);
        return new BulkResult(cleared.done(), cleared.left(), false);
    }
}
