package dev.restante.jms.mode;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.HeldDelivery.State;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.core.Outside;
import dev.restante.model.ApplicationConnection;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.TemporaryName;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The mode of a session that takes part in the application's JDBC transactions where that is possible (BEY-06). A send
 * to a queue or a receive from one belongs to the transaction that the calling thread is in, as in {@link JoinedMode};
 * everything else, and everything in a thread without one, is done in the session's own mode.
 */
public final class MixedMode implements AcknowledgementMode {

    private final AcknowledgementMode own;
    private final JoinedMode joined;
    private final JdbcTransactionLookup lookup;

    /**
     * Both modes in one session.
     *
     * @param own what the session was created with
     */
    MixedMode(AcknowledgementMode own, JoinedMode joined, JdbcTransactionLookup lookup) {
        this.own = own;
        this.joined = joined;
        this.lookup = lookup;
    }

    /** The mode that the session was created with. */
    public AcknowledgementMode own() {
        return own;
    }

    @Override
    public int code() {
        return own.code();
    }

    @Override
    public Hold hold() {
        return own.hold();
    }

    @Override
    public boolean send(PreparedSend send) {
        ApplicationConnection jdbc = joined.found();
        if (jdbc != null) {
            Outside outside = outside(send);
            if (outside == null) {
                joined.send(jdbc, send);
                return true;
            }
            lookup.outside(outside);
        }
        return own.send(send);
    }

    /** The reason to send outside of transactions; null if there is none. */
    private static @Nullable Outside outside(PreparedSend send) {
        if (send.toTopic()) {
            return Outside.TOPIC;
        }
        if (!send.onces().isEmpty()) {
            return Outside.DUPLICATE_ID;
        }
        if (send.delivery().ref().valueKey() != null) {
            return Outside.LAST_VALUE;
        }
        DestinationName replyTo = send.head().replyTo();
        boolean request = replyTo != null && TemporaryName.of(replyTo.name()).isPresent();
        return request ? Outside.REQUEST : null;
    }

    @Override
    public boolean putState(MessageGroup group, byte[] state) throws JMSException {
        if (joined.found() != null) {
            lookup.outside(Outside.GROUP_STATE);
        }
        return own.putState(group, state);
    }

    @Override
    public Optional<byte[]> state(MessageGroup group) {
        return own.state(group);
    }

    @Override
    public void goOn() {
        own.goOn();
    }

    @Override
    public void settleReturned() {
        own.settleReturned();
    }

    @Override
    public void checkAttempts() throws JMSException {
        joined.refuseAttempts();
    }

    @Override
    public void beforeReceive() throws JMSException {
        joined.beforeReceive();
        own.beforeReceive();
    }

    @Override
    public boolean received(HeldDelivery held) throws JMSException {
        ApplicationConnection jdbc = joined.findFor(held);
        return (jdbc != null && joins(held)) ? joined.receivedOn(jdbc, held) : own.received(held);
    }

    @Override
    public void unreadable(HeldDelivery held) throws JMSException {
        ApplicationConnection jdbc = joined.findFor(held);
        if (jdbc != null && joins(held)) {
            joined.receivedOn(jdbc, held);
        } else {
            own.unreadable(held);
        }
    }

    /** True if a transaction takes it in. */
    private boolean joins(HeldDelivery held) {
        Entity entity = held.entity();
        if (entity.kind() != EntityKind.QUEUE || !entity.lasting()) {
            lookup.outside(Outside.SUBSCRIPTION);
            return false;
        }
        if (own.hold() == Hold.RECEIVE_AND_DELETE) {
            lookup.outside(Outside.RECEIVE_AND_DELETE);
            return false;
        }
        return true;
    }

    @Override
    public void listenerStarts(HeldDelivery held) throws JMSException {
        own.listenerStarts(held);
    }

    @Override
    public void listenerEnded(HeldDelivery held, @Nullable Throwable thrown) throws JMSException {
        own.listenerEnded(held, thrown);
    }

    /** Messages that a transaction has taken in are not the session's to acknowledge; its others are. */
    @Override
    public void acknowledge(@Nullable HeldDelivery held) throws JMSException {
        boolean taken = held != null && held.state() == State.SETTLING;
        if (!taken || own.code() == Session.CLIENT_ACKNOWLEDGE) {
            own.acknowledge(held);
        }
    }

    @Override
    public void settledElsewhere(HeldDelivery held) {
        own.settledElsewhere(held);
    }

    @Override
    public boolean unsettled(long entityId) {
        return own.unsettled(entityId) || joined.unsettled(entityId);
    }

    @Override
    public void awaitCompletions() {
        own.awaitCompletions();
    }

    @Override
    public void recover() throws JMSException {
        own.recover();
    }

    /** Messages of a transaction are left to whoever controls it (TXN-12). */
    @Override
    public void close() throws JMSException {
        own.close();
    }
}
