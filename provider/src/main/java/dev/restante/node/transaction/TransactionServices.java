package dev.restante.node.transaction;

import dev.restante.node.body.NodeBodies;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.lock.LockTable;
import dev.restante.node.send.NodeSending;
import dev.restante.node.send.TopicSending;
import dev.restante.node.settle.NodeSettlement;

/** The services that the transactions of a node use. */
public record TransactionServices(
        NodeContext context,
        NodeLife life,
        Commits commits,
        LockTable locks,
        NodeSettlement settlement,
        NodeSending sending,
        TopicSending topics,
        NodeBodies bodies,
        Traffic traffic,
        TransactionThread thread) {}
