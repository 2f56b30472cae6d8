package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.UnitOfWork;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.receive.LockedMessageAccess;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.XASession;
import java.util.List;

/**
 * The moves of expired messages in which others take part: settles one that a session has received under a peek-lock
 * (TTL-19).
 *
 * <p>For one thread.
 */
public final class ExpiredMessageMoves {

    private final LockedMessageAccess access;
    private final XaJmsSession session;
    private final Broker broker;

    private ExpiredMessageMoves(LockedMessageAccess access, XaJmsSession session) {
        this.access = access;
        this.session = session;
        this.broker = session.open().connection().broker();
    }

    /**
     * Those of a message.
     *
     * @param session a session of distributed transactions at the same node, in which it moves
     * @param message received under a peek-lock
     */
    public static ExpiredMessageMoves of(XASession session, Message message) {
        if (message instanceof RestanteMessage received
                && received.acknowledger() instanceof LockedMessageAccess access
                && session instanceof XaJmsSession ours) {
            return new ExpiredMessageMoves(access, ours);
        }
        throw new IllegalArgumentException("a message or session of another provider");
    }

    /** Whether it will not be delivered again if this delivery fails. */
    public boolean lastDelivery() {
        HeldDelivery held = access.held();
        return held.countAfterRelease() >= held.entity().options().maxDeliveryCount();
    }

    /**
     * Has it removed from where it is by the transaction that the session works for, which from now on decides about
     * it.
     *
     * @throws IllegalStateException if it works for none
     */
    public void take() throws JMSException {
        session.xaMode().adopt(access.held());
        access.taken();
    }

    /**
     * Has it added to where it goes as a dead letter by the transaction that the session works for.
     *
     * @throws IllegalStateException if it works for none
     */
    public void deadLetter() throws JMSException {
        access.calls().run(() -> session.xaMode().sendInBranch(broker.prepareExpired(access.held(), null)));
    }

    /**
     * Adds it to where it goes as a dead letter although the transaction that has removed it is over.
     *
     * @param remark why, after the description of the dead letter
     */
    public void deadLetterAfterwards(String remark) throws JMSException {
        access.calls().run(() -> broker.sending().send(broker.prepareExpired(access.held(), remark)));
    }

    /**
     * Gives it back, counted, unless a transaction has taken it, which does so itself; passes over what is not locked
     * any more.
     */
    public void giveBack() throws JMSException {
        if (access.peekLocked()) {
            access.settled();
            access.calls().run(() -> access.settlement().release(List.of(access.held())));
        }
    }

    /**
     * Moves it to where it goes as a dead letter, in a transaction of its own.
     *
     * @param remark why, after the description of the dead letter
     */
    public void deadLetterAlone(String remark) throws JMSException {
        access.calls().run(() -> {
            HeldDelivery held = access.held();
            UnitOfWork unit = broker.newUnitOfWork();
            unit.send(broker.prepareExpired(held, remark));
            unit.receive(held);
            access.taken();
            unit.commit();
        });
    }
}
