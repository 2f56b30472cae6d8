package dev.restante.jms.send;

import dev.restante.broker.PreparedSend;
import dev.restante.broker.ShownExpiration;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.model.MessageHead;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The headers that the provider sets on send (HDR-09), through the message's public setters, so also on a foreign one
 * (GEN-11).
 */
final class SentHeaders {

    private static final Logger LOG = LoggerFactory.getLogger(SentHeaders.class);

    private SentHeaders() {}

    static void write(Message message, Destination destination, PreparedSend sent) {
        MessageHead head = sent.head();
        int deliveryMode = head.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        write("JMSDestination", () -> message.setJMSDestination(destination));
        write("JMSDeliveryMode", () -> message.setJMSDeliveryMode(deliveryMode));
        write("JMSPriority", () -> message.setJMSPriority(head.priority()));
        write("JMSMessageID", () -> message.setJMSMessageID(head.messageId()));
        write("JMSTimestamp", () -> message.setJMSTimestamp(head.timestamp()));
        write("JMSDeliveryTime", () -> message.setJMSDeliveryTime(head.deliveryTime()));
        write(
                "JMSExpiration",
                () -> message.setJMSExpiration(ShownExpiration.millis(sent.target(), sent.delivery(), head)));
    }

    /**
     * One header. A foreign message may refuse it: it has been sent all the same, and whoever was told otherwise would
     * send it twice.
     */
    private static void write(String header, UncheckedCalls.CheckedRun setter) {
        try {
            setter.run();
        } catch (JMSException | RuntimeException | LinkageError refused) {
            LOG.warn("A message that has been sent refused its header {}", header, refused);
        }
    }
}
