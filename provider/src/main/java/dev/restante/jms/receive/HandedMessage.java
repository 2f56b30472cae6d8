package dev.restante.jms.receive;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.Settlement;
import dev.restante.broker.ShownExpiration;
import dev.restante.jms.core.BoundedCalls;
import dev.restante.jms.message.Acknowledger;
import jakarta.jms.JMSException;

/** A message in the hands of the application, seen from the message: what it acknowledges itself with. */
final class HandedMessage implements Acknowledger, LockedMessageAccess {

    private final SessionServices session;
    private final HeldDelivery held;

    /** Whether a transaction decides about it that is not the session's. */
    private volatile boolean taken;

    HandedMessage(SessionServices session, HeldDelivery held) {
        this.session = session;
        this.held = held;
    }

    @Override
    public void acknowledge() throws JMSException {
        if (!taken) {
            session.acknowledge(held);
        }
    }

    @Override
    public HeldDelivery held() {
        return held;
    }

    @Override
    public boolean peekLocked() {
        return !taken && session.mode().hold() == Hold.LOCK_DURATION;
    }

    @Override
    public long expirationMillis() {
        return ShownExpiration.millis(
                held.entity(), held.delivery(), held.message().head());
    }

    @Override
    public Settlement settlement() {
        return session.connection().operations().settlement();
    }

    @Override
    public BoundedCalls calls() {
        return session.connection().calls();
    }

    @Override
    public void settled() {
        session.settledElsewhere(held);
    }

    @Override
    public void taken() {
        taken = true;
        settled();
    }
}
