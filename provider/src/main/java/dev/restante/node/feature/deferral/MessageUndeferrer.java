package dev.restante.node.feature.deferral;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.store.OperationOutcome;
import java.util.Collection;
import java.util.List;

/** Undeferrer of deferred messages for an administrator: makes them available again (DEF-04). */
public final class MessageUndeferrer {

    private final NodeServices node;

    public MessageUndeferrer(NodeServices node) {
        this.node = node;
    }

    public long undefer(Entity entity, Collection<Long> sequenceNumbers) {
        Entity current = node.registry().current(entity);
        List<Long> distinct = sequenceNumbers.stream().distinct().toList();
        List<Delivery> deferred = node.store().deliveries().deferredByNumber(current.id(), distinct);
        long undeferred = 0;
        for (ChangeSet changeSet : ChangeSet.mergedByEntity(deferred.stream()
                .map(delivery -> node.dispositionChanges().undefer(current, delivery, delivery.deliveryCount()))
                .toList())) {
            OperationOutcome outcome = node.committer().commit(changeSet);
            BrokerExceptions.throwIfFailed(outcome);
            if (outcome instanceof OperationOutcome.Applied applied) {
                undeferred += changeSet.changes().size() - applied.skippedIds().size();
            }
        }
        return undeferred;
    }
}
