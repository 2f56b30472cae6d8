package dev.restante.broker;

import dev.restante.broker.lock.LockTable;

/** What the transactions of a node use. */
record TransactionServices(
        NodeContext context,
        NodeLife life,
        Commits commits,
        LockTable locks,
        NodeSettlement settlement,
        NodeSending sending,
        TopicSending topics,
        Traffic traffic,
        TransactionThread thread) {}
