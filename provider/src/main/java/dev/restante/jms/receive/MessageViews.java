package dev.restante.jms.receive;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ShownExpiration;
import dev.restante.broker.view.Browsed;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.message.Acknowledger;
import dev.restante.jms.message.ReceivedFacts;
import dev.restante.jms.message.ReceivedMessages;
import dev.restante.jms.message.VendorProperties;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.StoredMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the message objects of applications: one of its own for each delivery (JMS-RCV-11). */
final class MessageViews {

    private static final Logger LOG = LoggerFactory.getLogger(MessageViews.class);

    private MessageViews() {}

    /** A message as its receiver gets it. */
    static Message received(SessionServices session, HeldDelivery held) throws JMSException {
        Delivery delivery = held.delivery();
        StoredMessage message = held.message();
        DeliveryNote note = held.note();
        long lockedUntilMillis = held.lockedUntilMillis();
        ReceivedFacts facts = new ReceivedFacts(
                held.deliveryCount(),
                held.sequenceNumber(),
                delivery.enqueuedAt(),
                ShownExpiration.millis(held.entity(), delivery, message.head()),
                lockedUntilMillis == HeldDelivery.UNTIL_SETTLED ? 0 : lockedUntilMillis,
                note == null ? 0 : note.originalExpiration(message.head()),
                note,
                null,
                message.head().destination());
        return ReceivedMessages.create(
                message,
                facts,
                session.connection().options().objectPolicy(),
                new HandedMessage(session, held),
                apart -> session.bodies().open(session.connection(), held, apart));
    }

    /**
     * Returns a message as a browser shows it: its count is that of its next delivery (BRW-08), also after a crash
     * (HDR-12). Returns null for a message of which no object can be made: browsers pass over it.
     */
    static @Nullable Message browsed(ConnectionServices connection, Browsed browsed) {
        try {
            return readable(connection, browsed);
        } catch (RuntimeException unreadable) {
            LOG.warn(
                    "Message {} can't be read, and is not shown",
                    browsed.delivery().id(),
                    unreadable);
            return null;
        }
    }

    private static Message readable(ConnectionServices connection, Browsed browsed) {
        Delivery delivery = browsed.delivery();
        DeliveryNote note = delivery.note();
        ReceivedFacts facts = new ReceivedFacts(
                delivery.nextDeliveryCount(),
                delivery.id(),
                delivery.enqueuedAt(),
                browsed.expirationMillis(),
                0,
                note == null ? 0 : note.originalExpiration(browsed.message().head()),
                note,
                browsed.expired() ? VendorProperties.STATE_EXPIRED : null,
                browsed.message().head().destination());
        return ReceivedMessages.create(
                browsed.message(),
                facts,
                connection.options().objectPolicy(),
                Acknowledger.NONE,
                apart -> ReceivedBodies.looked(connection, apart));
    }
}
