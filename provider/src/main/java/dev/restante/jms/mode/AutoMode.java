package dev.restante.jms.mode;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Lingering;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;

/**
 * AUTO_ACKNOWLEDGE as the specification wants it. The completion of a message is durable before the session gets its
 * next one (ACK-01, ACK-15), and begins after the last one was returned (RCV-17).
 */
final class AutoMode extends AutomaticMode {

    AutoMode(ModeServices services) {
        super(services);
    }

    @Override
    public int code() {
        return Session.AUTO_ACKNOWLEDGE;
    }

    @Override
    Lingering linger(HeldDelivery held) {
        return services().operations().linger(held, this::tell);
    }

    @Override
    public void goOn() {
        takeReturned().forEach(Lingering::complete);
    }

    @Override
    void completeListened(HeldDelivery held) throws JMSException {
        try {
            services().settlement().complete(List.of(held));
        } catch (BrokerException failure) {
            JMSException translated = services().translation().of(failure);
            try {
                services().settlement().release(List.of(held));
            } catch (BrokerException again) {
                translated.addSuppressed(again);
            }
            throw translated;
        }
    }

    @Override
    public void close() {
        settleReturned();
    }
}
