package dev.restante.node.feature.transactions;

import dev.restante.node.commit.ChangeCommitter;
import dev.restante.node.commit.ThroughputCounters;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.feature.bodies.NodeLargeBodyStorage;
import dev.restante.node.feature.topics.TopicSender;
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.send.NodeMessageSender;
import dev.restante.node.settle.NodeDeliverySettler;

/** Parameter object with the node components that units of work, branches and joined transactions use. */
public record TransactionServices(
        NodeContext context,
        NodeLifecycle lifecycle,
        ChangeCommitter committer,
        LockRegistry locks,
        NodeDeliverySettler settler,
        NodeMessageSender messageSender,
        TopicSender topicSender,
        NodeLargeBodyStorage bodies,
        ThroughputCounters throughput,
        TransactionCheckThread thread) {}
