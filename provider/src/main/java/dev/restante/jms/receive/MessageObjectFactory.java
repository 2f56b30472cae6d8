package dev.restante.jms.receive;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.JmsExpirationRule;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.message.Acknowledger;
import dev.restante.jms.message.DeliveryMetadata;
import dev.restante.jms.message.ReceivedMessageFactory;
import dev.restante.jms.message.VendorProperties;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.StoredMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Factory for received and browsed messages, which derives their metadata and callbacks from the broker's delivery and
 * calls {@link ReceivedMessageFactory} to create the object (JMS-RCV-11).
 */
final class MessageObjectFactory {

    private static final Logger LOG = LoggerFactory.getLogger(MessageObjectFactory.class);

    private MessageObjectFactory() {}

    static Message createReceived(SessionServices session, InFlightDelivery delivery) throws JMSException {
        Delivery row = delivery.delivery();
        StoredMessage message = delivery.message();
        DeliveryAnnotations annotations = delivery.annotations();
        long lockedUntilMillis = delivery.lockedUntilMillis();
        DeliveryMetadata metadata = new DeliveryMetadata(
                delivery.deliveryCount(),
                delivery.sequenceNumber(),
                row.enqueuedAtMillis(),
                JmsExpirationRule.millis(delivery.entity(), row, message.header()),
                lockedUntilMillis == InFlightDelivery.UNTIL_SETTLED ? 0 : lockedUntilMillis,
                annotations == null ? 0 : annotations.visibleOriginalExpiration(message.header()),
                annotations,
                null,
                message.header().destination());
        return ReceivedMessageFactory.create(
                message,
                metadata,
                session.connection().options().objectPolicy(),
                new LockedMessage(session, delivery),
                apart -> session.largeBodies().openReceived(session.connection(), delivery, apart));
    }

    /**
     * Returns the message object for a browser, with the count of its next delivery (BRW-08, HDR-12). Returns null for
     * an unreadable message, which browsers skip.
     */
    static @Nullable Message createBrowsedOrNull(ConnectionServices connection, BrowsedMessage browsedMessage) {
        try {
            return createBrowsed(connection, browsedMessage);
        } catch (RuntimeException unreadable) {
            LOG.warn(
                    "Message {} cannot be read. The browser skips it.",
                    browsedMessage.delivery().id(),
                    unreadable);
            return null;
        }
    }

    private static Message createBrowsed(ConnectionServices connection, BrowsedMessage browsedMessage) {
        Delivery delivery = browsedMessage.delivery();
        DeliveryAnnotations annotations = delivery.annotations();
        DeliveryMetadata metadata = new DeliveryMetadata(
                delivery.nextDeliveryCount(),
                delivery.id(),
                delivery.enqueuedAtMillis(),
                browsedMessage.expirationMillis(),
                0,
                annotations == null
                        ? 0
                        : annotations.visibleOriginalExpiration(
                                browsedMessage.message().header()),
                annotations,
                browsedMessage.expired() ? VendorProperties.STATE_EXPIRED : null,
                browsedMessage.message().header().destination());
        return ReceivedMessageFactory.create(
                browsedMessage.message(),
                metadata,
                connection.options().objectPolicy(),
                Acknowledger.NONE,
                apart -> ReceivedLargeBodies.openBrowsed(connection, apart));
    }
}
