package dev.restante.node.feature.transactions;

import dev.restante.node.commit.NodeServices;
import dev.restante.node.feature.bodies.NodeLargeBodyStorage;
import dev.restante.node.feature.topics.TopicSender;
import dev.restante.node.send.NodeMessageSender;
import dev.restante.node.settle.NodeDeliverySettler;

/** Parameter object with the node components that units of work, branches and joined transactions use. */
public record TransactionServices(
        NodeServices node,
        NodeDeliverySettler settler,
        NodeMessageSender messageSender,
        TopicSender topicSender,
        NodeLargeBodyStorage bodies,
        TransactionCheckThread thread) {}
