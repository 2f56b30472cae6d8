package dev.restante.jms.mode;

import dev.restante.broker.BrokerException;
import dev.restante.broker.DelayedCompletion;
import dev.restante.broker.InFlightDelivery;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.ExceptionTranslation;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;

/**
 * AUTO_ACKNOWLEDGE mode in which each acknowledgement is durable before the next message (ACK-01, ACK-15). The
 * acknowledgement begins after the receive call has returned the message (RCV-17).
 */
final class AutoAcknowledgeMode extends AbstractAutoAcknowledgeMode {

    AutoAcknowledgeMode(ConnectionServices connection) {
        super(connection);
    }

    @Override
    public int sessionMode() {
        return Session.AUTO_ACKNOWLEDGE;
    }

    @Override
    DelayedCompletion delayCompletion(InFlightDelivery delivery) {
        return connection().instrumentation().delayCompletion(delivery, this::notifyFailure);
    }

    @Override
    public void acknowledgeReturned() {
        drainReturned().forEach(DelayedCompletion::complete);
    }

    @Override
    void acknowledgeListenerDelivery(InFlightDelivery delivery) throws JMSException {
        try {
            connection().observedSettler().complete(List.of(delivery));
        } catch (BrokerException failure) {
            JMSException translated = ExceptionTranslation.translate(failure);
            try {
                connection().observedSettler().release(List.of(delivery));
            } catch (BrokerException again) {
                translated.addSuppressed(again);
            }
            throw translated;
        }
    }

    @Override
    public void close() {
        awaitReturnedAcknowledged();
    }
}
