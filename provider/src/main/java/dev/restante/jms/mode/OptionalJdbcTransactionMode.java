package dev.restante.jms.mode;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.InFlightDelivery.InFlightState;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.core.NonTransactionalOperation;
import dev.restante.model.ApplicationConnection;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.TemporaryDestinationName;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mode that joins the application's JDBC transaction where possible, and uses the session's own mode otherwise
 * (BEY-06). In a thread with a transaction, sends to queues and receives from queues join as in
 * {@link JdbcTransactionMode}.
 */
public final class OptionalJdbcTransactionMode implements AcknowledgementMode {

    private final AcknowledgementMode ownMode;
    private final JdbcTransactionMode jdbcMode;
    private final JdbcTransactionLookup lookup;

    OptionalJdbcTransactionMode(
            AcknowledgementMode ownMode, JdbcTransactionMode jdbcMode, JdbcTransactionLookup lookup) {
        this.ownMode = ownMode;
        this.jdbcMode = jdbcMode;
        this.lookup = lookup;
    }

    public AcknowledgementMode ownMode() {
        return ownMode;
    }

    @Override
    public int sessionMode() {
        return ownMode.sessionMode();
    }

    @Override
    public ReceiveMode lockMode() {
        return ownMode.lockMode();
    }

    @Override
    public boolean sendInTransaction(PreparedSend send) {
        ApplicationConnection jdbc = jdbcMode.currentConnection();
        if (jdbc != null) {
            NonTransactionalOperation operation = nonTransactionalOperation(send);
            if (operation == null) {
                jdbcMode.send(jdbc, send);
                return true;
            }
            lookup.onNonTransactional(operation);
        }
        return ownMode.sendInTransaction(send);
    }

    /** Returns the reason to send outside the transaction, or null if the send can join. */
    private static @Nullable NonTransactionalOperation nonTransactionalOperation(PreparedSend send) {
        if (send.fansOut()) {
            return NonTransactionalOperation.TOPIC;
        }
        if (!send.duplicateIdChecks().isEmpty()) {
            return NonTransactionalOperation.DUPLICATE_ID;
        }
        if (send.delivery().ref().valueKey() != null) {
            return NonTransactionalOperation.LAST_VALUE;
        }
        DestinationName replyTo = send.header().replyTo();
        boolean request =
                replyTo != null && TemporaryDestinationName.of(replyTo.name()).isPresent();
        return request ? NonTransactionalOperation.TEMPORARY_REPLY_TO : null;
    }

    @Override
    public boolean putState(MessageGroup group, byte[] state) throws JMSException {
        if (jdbcMode.currentConnection() != null) {
            lookup.onNonTransactional(NonTransactionalOperation.GROUP_STATE);
        }
        return ownMode.putState(group, state);
    }

    @Override
    public Optional<byte[]> state(MessageGroup group) {
        return ownMode.state(group);
    }

    @Override
    public void acknowledgeReturned() {
        ownMode.acknowledgeReturned();
    }

    @Override
    public void awaitReturnedAcknowledged() {
        ownMode.awaitReturnedAcknowledged();
    }

    @Override
    public void checkAttemptIdAllowed() throws JMSException {
        jdbcMode.rejectAttemptId();
    }

    @Override
    public void beforeReceive() throws JMSException {
        jdbcMode.beforeReceive();
        ownMode.beforeReceive();
    }

    @Override
    public boolean onReceived(InFlightDelivery delivery) throws JMSException {
        ApplicationConnection jdbc = jdbcMode.currentConnectionOrRelease(delivery);
        return (jdbc != null && canJoin(delivery))
                ? jdbcMode.onReceivedIn(jdbc, delivery)
                : ownMode.onReceived(delivery);
    }

    @Override
    public void onUnreadableBody(InFlightDelivery delivery) throws JMSException {
        ApplicationConnection jdbc = jdbcMode.currentConnectionOrRelease(delivery);
        if (jdbc != null && canJoin(delivery)) {
            jdbcMode.onReceivedIn(jdbc, delivery);
        } else {
            ownMode.onUnreadableBody(delivery);
        }
    }

    /** Returns whether the received message can join the transaction. */
    private boolean canJoin(InFlightDelivery delivery) {
        Entity entity = delivery.entity();
        if (entity.kind() != EntityKind.QUEUE || !entity.permanent()) {
            lookup.onNonTransactional(NonTransactionalOperation.SUBSCRIPTION);
            return false;
        }
        if (ownMode.lockMode() == ReceiveMode.RECEIVE_AND_DELETE) {
            lookup.onNonTransactional(NonTransactionalOperation.RECEIVE_AND_DELETE);
            return false;
        }
        return true;
    }

    @Override
    public void beforeListener(InFlightDelivery delivery) throws JMSException {
        ownMode.beforeListener(delivery);
    }

    @Override
    public void afterListener(InFlightDelivery delivery, @Nullable Throwable thrown) throws JMSException {
        ownMode.afterListener(delivery, thrown);
    }

    /** Acknowledges messages, except a message that a transaction has received. */
    @Override
    public void acknowledge(@Nullable InFlightDelivery delivery) throws JMSException {
        boolean taken = delivery != null && delivery.state() == InFlightState.SETTLING;
        if (!taken || ownMode.sessionMode() == Session.CLIENT_ACKNOWLEDGE) {
            ownMode.acknowledge(delivery);
        }
    }

    @Override
    public void onSettledByApplication(InFlightDelivery delivery) {
        ownMode.onSettledByApplication(delivery);
    }

    @Override
    public boolean hasUnsettled(long entityId) {
        return ownMode.hasUnsettled(entityId) || jdbcMode.hasUnsettled(entityId);
    }

    @Override
    public void awaitAcknowledgements() {
        ownMode.awaitAcknowledgements();
    }

    @Override
    public void recover() throws JMSException {
        ownMode.recover();
    }

    /** Closes the session's own mode and leaves transactions to their owner (TXN-12). */
    @Override
    public void close() throws JMSException {
        ownMode.close();
    }
}
