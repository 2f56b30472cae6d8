package dev.restante.node.receive;

import dev.restante.model.Entity;
import dev.restante.node.body.NodeBodies;
import dev.restante.node.cluster.EarlyLooks;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.Seat;
import dev.restante.node.entity.RemadeEntities;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.Lingerings;

/** The services of a node that its receivers use. */
public record ReceiverServices(
        NodeContext context,
        NodeLife life,
        UsableEntities entities,
        Dispatchers dispatchers,
        Buffers buffers,
        BufferReturns bufferReturns,
        PendingReturns pending,
        LockTable locks,
        QuotaShares quotaShares,
        Lingerings lingerings,
        EarlyLooks earlyLooks,
        RemadeEntities remade,
        HandOver handOver,
        NodeBodies bodies,
        Withdrawal withdrawal) {

    /** Takes away what a receiver would take of an entity that forwards. */
    public interface Withdrawal {
        void withdraw(Entity entity, EntityDispatcher dispatcher, Seat seat);
    }
}
