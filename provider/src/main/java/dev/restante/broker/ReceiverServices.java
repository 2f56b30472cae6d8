package dev.restante.broker;

import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.broker.dispatch.Seat;
import dev.restante.broker.lock.LockTable;
import dev.restante.model.Entity;

/** What each receiver of a node uses. */
record ReceiverServices(
        NodeContext context,
        NodeLife life,
        UsableEntities entities,
        Dispatchers dispatchers,
        BufferReturns bufferReturns,
        LockTable locks,
        QuotaShares quotaShares,
        Lingerings lingerings,
        RemadeEntities remade,
        HandOver handOver,
        Withdrawal withdrawal) {

    /** Takes away what a receiver would take of an entity that forwards. */
    interface Withdrawal {
        void withdraw(Entity entity, EntityDispatcher dispatcher, Seat seat);
    }
}
