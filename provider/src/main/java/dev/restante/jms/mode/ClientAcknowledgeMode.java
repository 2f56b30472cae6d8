package dev.restante.jms.mode;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.core.ConnectionServices;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Mode in which the application acknowledges, for the whole session or message by message. Each message is peek-locked
 * until it is acknowledged, settled otherwise or recovered, and its lock is renewed as RCV-05 says.
 */
public final class ClientAcknowledgeMode implements AcknowledgementMode {

    /** Messages that one acknowledgement completes. */
    public enum AcknowledgementScope {

        /** CLIENT_ACKNOWLEDGE: all messages that the session has consumed (ACK-04). */
        SESSION,

        /** Mode 101 of Restante: only the acknowledged message, so that a lost lock fails no other acknowledgement. */
        MESSAGE
    }

    private final ConnectionServices connection;
    private final AcknowledgementScope scope;
    private final int sessionMode;
    private final UnacknowledgedMessages unacknowledged;

    public ClientAcknowledgeMode(ConnectionServices connection, AcknowledgementScope scope, int sessionMode) {
        this.connection = connection;
        this.scope = scope;
        this.sessionMode = sessionMode;
        this.unacknowledged = new UnacknowledgedMessages(connection, scope == AcknowledgementScope.MESSAGE);
    }

    @Override
    public int sessionMode() {
        return sessionMode;
    }

    @Override
    public ReceiveMode lockMode() {
        return ReceiveMode.LOCK_DURATION;
    }

    @Override
    public boolean onReceived(InFlightDelivery delivery) {
        hold(delivery);
        return true;
    }

    @Override
    public void onUnreadableBody(InFlightDelivery delivery) {
        unacknowledged.add(delivery);
    }

    @Override
    public void beforeListener(InFlightDelivery delivery) {
        hold(delivery);
    }

    private void hold(InFlightDelivery delivery) {
        unacknowledged.add(delivery);
        connection.lockRenewer().keepRenewed(delivery, scope == AcknowledgementScope.SESSION);
    }

    @Override
    public void afterListener(InFlightDelivery delivery, @Nullable Throwable thrown) {
        // The application acknowledges or recovers when it wants to, also after an exception (ACK-12).
    }

    @Override
    public void acknowledge(@Nullable InFlightDelivery delivery) throws JMSException {
        if (delivery == null || scope == AcknowledgementScope.SESSION) {
            unacknowledged.completeAll();
        } else {
            unacknowledged.complete(delivery);
        }
    }

    @Override
    public void onSettledByApplication(InFlightDelivery delivery) {
        unacknowledged.remove(delivery);
    }

    @Override
    public boolean hasUnsettled(long entityId) {
        return unacknowledged.hasAnyOf(entityId);
    }

    @Override
    public void recover() throws JMSException {
        unacknowledged.releaseAll();
    }

    @Override
    public void close() throws JMSException {
        unacknowledged.close();
    }
}
