package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.ReceiveAttempts.RepeatedReceive;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Receive with an attempt id, which returns the same messages again when repeated (VIS-09). New messages are recorded
 * under the attempt id before the application gets them.
 */
final class RepeatableReceive {

    private final SessionServices session;
    private final Supplier<Entity> entity;
    private final String attemptId;
    private final int maxMessages;
    private final @Nullable Duration lockDuration;
    private final BlockingReceive.PollAttempt<List<Message>> regularReceive;

    /** Result of the last lookup of an earlier receive; null before the lookup. */
    private @Nullable RepeatedReceive lastLookup;

    /**
     * Creates a receive.
     *
     * @param regularReceive the receive for new messages
     */
    RepeatableReceive(
            SessionServices session,
            Supplier<Entity> entity,
            String attemptId,
            int maxMessages,
            @Nullable Duration lockDuration,
            BlockingReceive.PollAttempt<List<Message>> regularReceive) {
        this.session = session;
        this.entity = entity;
        this.attemptId = attemptId;
        this.maxMessages = maxMessages;
        this.lockDuration = lockDuration;
        this.regularReceive = regularReceive;
    }

    @Nullable
    List<Message> take(boolean now) throws JMSException {
        DeliverySettler settler = session.connection().broker().settler();
        ReceiveAttempts attempts = session.connection().broker().receiveAttempts();
        while (true) {
            RepeatedReceive repeatedReceive = lastLookup;
            if (repeatedReceive == null) {
                repeatedReceive = attempts.repeat(entity.get(), attemptId, maxMessages, lockDuration);
                List<Message> repeated = deliverAgain(repeatedReceive);
                if (!repeated.isEmpty()) {
                    return repeated;
                }
                lastLookup = repeatedReceive;
            }
            List<Message> received = regularReceive.poll(now);
            if (received == null) {
                return null;
            }
            List<InFlightDelivery> deliveries =
                    received.stream().map(ApplicationDelivery::deliveryOf).toList();
            boolean recorded = false;
            try {
                recorded = attempts.record(entity.get(), attemptId, deliveries, repeatedReceive.formerRefs());
            } finally {
                if (!recorded) {
                    deliveries.forEach(session.mode()::onSettledByApplication);
                    settler.returnUndelivered(deliveries);
                }
            }
            if (recorded) {
                return received;
            }
            lastLookup = null;
        }
    }

    private List<Message> deliverAgain(RepeatedReceive repeatedReceive) throws JMSException {
        repeatedReceive.lostLocks().forEach(session.mode()::onSettledByApplication);
        List<InFlightDelivery> repeated = repeatedReceive.deliveries();
        List<Message> messages = new ArrayList<>(repeated.size());
        for (int i = 0; i < repeated.size(); i++) {
            InFlightDelivery delivery = repeated.get(i);
            Message message;
            try {
                message = ApplicationDelivery.createMessage(session, delivery);
            } catch (JMSException | RuntimeException broken) {
                release(repeated.subList(i, repeated.size()), broken);
                throw broken;
            }
            if (message == null) {
                continue;
            }
            messages.add(message);
            session.mode().onReceived(delivery);
        }
        return messages;
    }

    private void release(List<InFlightDelivery> rest, Exception failure) {
        try {
            session.connection().broker().settler().release(rest);
        } catch (BrokerException further) {
            failure.addSuppressed(further);
        }
    }
}
