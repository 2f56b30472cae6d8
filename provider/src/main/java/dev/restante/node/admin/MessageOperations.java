package dev.restante.node.admin;

import dev.restante.node.admin.message.DeliveryClaimer;
import dev.restante.node.admin.message.MessageInspector;
import dev.restante.node.admin.message.MessagePurger;
import dev.restante.node.cluster.NodeRequestChannel;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.feature.deferral.MessageUndeferrer;
import dev.restante.node.feature.redrive.DeadLetterRedriver;
import dev.restante.node.feature.redrive.DeadLetterResubmitter;
import dev.restante.node.feature.redrive.RedriveMover.RedriveServices;
import dev.restante.node.send.NodeMessageSender;

/**
 * Parameter object with the components that execute administrators' operations on stored messages, one for each
 * operation, such as purge, redrive or resubmit.
 */
public record MessageOperations(
        MessageInspector inspector,
        DeliveryClaimer claimer,
        MessagePurger purger,
        DeadLetterRedriver redriver,
        DeadLetterResubmitter resubmitter,
        MessageUndeferrer undeferrer) {

    public static MessageOperations of(
            NodeServices node,
            DeliveryClaimer claimer,
            NodeRequestChannel requestChannel,
            NodeMessageSender messageSender) {
        MessageInspector inspector = new MessageInspector(node);
        RedriveServices redriveServices = new RedriveServices(node.context(), inspector, claimer);
        return new MessageOperations(
                inspector,
                claimer,
                new MessagePurger(node, inspector, claimer, requestChannel),
                new DeadLetterRedriver(redriveServices),
                new DeadLetterResubmitter(redriveServices, messageSender),
                new MessageUndeferrer(node));
    }
}
