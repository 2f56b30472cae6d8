package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerAdministration;
import dev.restante.model.OrphanedDeliveries;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.util.List;

/**
 * Class with which administrators list, move and remove orphaned messages: messages whose queue, topic or subscription
 * does not exist in the store (BEY-09). Obtained from {@code admin.orphans()}. Messages become orphaned by a fault or
 * by manual changes of the tables. Restante neither delivers nor expires them. They stay until an administrator moves
 * or removes them. Thread-safe.
 *
 * <p>Errors are those of {@link RestanteAdmin}. A call for an entity without orphaned messages throws
 * {@link jakarta.jms.InvalidDestinationException} with {@code RESTANTE-ENTITY-NOT-FOUND}.
 */
public final class OrphansAdmin {

    private final BrokerAdministration node;
    private final AdminCallExecutor executor;

    OrphansAdmin(BrokerAdministration node, AdminCallExecutor executor) {
        this.node = node;
        this.executor = executor;
    }

    /**
     * Count of the orphaned messages of one missing queue, topic or subscription.
     *
     * @param entityId the former id of the entity in the store
     * @param count the number of messages in all states
     * @param oldest the arrival of the oldest message in store time
     */
    public record OrphanedMessages(long entityId, long count, Instant oldest) {

        private static OrphanedMessages of(OrphanedDeliveries orphans) {
            return new OrphanedMessages(
                    orphans.entityId(), orphans.count(), Instant.ofEpochMilli(orphans.oldestMillis()));
        }
    }

    /** Lists the orphaned messages of the store by ascending entity id. Counts them row by row. */
    public List<OrphanedMessages> list() throws JMSException {
        return executor.execute(
                () -> node.orphans().list().stream().map(OrphanedMessages::of).toList());
    }

    /**
     * Moves orphaned messages to the end of a queue. As in a redrive, their delivery counts become zero, and their time
     * to live starts again. Repeated sends, messages of a node or prepared transaction, and messages with an unreadable
     * header stay.
     *
     * @param target the full name of a queue or subscription
     * @return the numbers of moved and remaining messages
     * @throws jakarta.jms.InvalidDestinationException with {@code RESTANTE-ENTITY-NOT-FOUND} if the target does not
     *     exist
     */
    public BulkResult move(long entityId, String target) throws JMSException {
        requireNonNull(target, "target");
        return result(() -> node.orphans().move(entityId, executor.requireEntity(target)));
    }

    /**
     * Removes orphaned messages permanently. Messages of a node or prepared transaction stay.
     *
     * @return the numbers of removed and remaining messages
     */
    public BulkResult remove(long entityId) throws JMSException {
        return result(() -> node.orphans().remove(entityId));
    }

    private interface OrphanOperation {
        BrokerAdministration.OrphanAdministration.OrphanResult clear();
    }

    private BulkResult result(OrphanOperation operation) throws JMSException {
        BrokerAdministration.OrphanAdministration.OrphanResult result = executor.executeUnbounded(operation::clear);
        return new BulkResult(result.affected(), result.remaining(), false);
    }
}
