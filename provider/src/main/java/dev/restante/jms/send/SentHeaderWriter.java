package dev.restante.jms.send;

import dev.restante.broker.JmsExpirationRule;
import dev.restante.broker.PreparedSend;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.model.MessageHeader;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of the provider-set headers into the sender's message object (HDR-09). It uses the public setters, and
 * therefore supports foreign messages (GEN-11).
 */
final class SentHeaderWriter {

    private static final Logger LOG = LoggerFactory.getLogger(SentHeaderWriter.class);

    private SentHeaderWriter() {}

    static void write(Message message, Destination destination, PreparedSend sent) {
        MessageHeader messageHeader = sent.header();
        int deliveryMode = messageHeader.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        write("JMSDestination", () -> message.setJMSDestination(destination));
        write("JMSDeliveryMode", () -> message.setJMSDeliveryMode(deliveryMode));
        write("JMSPriority", () -> message.setJMSPriority(messageHeader.priority()));
        write("JMSMessageID", () -> message.setJMSMessageID(messageHeader.messageId()));
        write("JMSTimestamp", () -> message.setJMSTimestamp(messageHeader.timestamp()));
        write("JMSDeliveryTime", () -> message.setJMSDeliveryTime(messageHeader.deliveryTime()));
        write(
                "JMSExpiration",
                () -> message.setJMSExpiration(
                        JmsExpirationRule.millis(sent.target(), sent.delivery(), messageHeader)));
    }

    /**
     * Sets a header and only logs a refusal by a foreign message. An exception would make the application send the
     * message twice.
     */
    private static void write(String header, UncheckedCalls.CheckedAction setter) {
        try {
            setter.run();
        } catch (JMSException | RuntimeException | LinkageError refused) {
            LOG.warn("The header {} of a sent message could not be set", header, refused);
        }
    }
}
