package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.ReceiveAttempts.Repetition;
import dev.restante.broker.Settlement;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One receive with an attempt id (VIS-09): what an earlier one with that id returned; else what there is, remembered
 * before the application gets it.
 */
final class RepeatableReceive {

    private final SessionServices session;
    private final Supplier<Entity> entity;
    private final String attemptId;
    private final int maxMessages;
    private final @Nullable Duration lockDuration;
    private final ReceiveCalls.Taking<List<Message>> ordinary;

    /** What was found when it last looked for an earlier receive; null before. */
    private @Nullable Repetition looked;

    /**
     * One receive.
     *
     * @param ordinary how messages are received that were not received before
     */
    RepeatableReceive(
            SessionServices session,
            Supplier<Entity> entity,
            String attemptId,
            int maxMessages,
            @Nullable Duration lockDuration,
            ReceiveCalls.Taking<List<Message>> ordinary) {
        this.session = session;
        this.entity = entity;
        this.attemptId = attemptId;
        this.maxMessages = maxMessages;
        this.lockDuration = lockDuration;
        this.ordinary = ordinary;
    }

    /** As {@link ReceiveCalls.Taking#take}. */
    @Nullable
    List<Message> take(boolean now) throws JMSException {
        Settlement settlement = session.connection().broker().settlement();
        ReceiveAttempts attempts = session.connection().broker().receiveAttempts();
        while (true) {
            Repetition repetition = looked;
            if (repetition == null) {
                repetition = attempts.repeat(entity.get(), attemptId, maxMessages, lockDuration);
                List<Message> again = handOver(repetition);
                if (!again.isEmpty()) {
                    return again;
                }
                looked = repetition;
            }
            List<Message> received = ordinary.take(now);
            if (received == null) {
                return null;
            }
            List<HeldDelivery> held = received.stream().map(HandOver::held).toList();
            boolean remembered = false;
            try {
                remembered = attempts.remember(entity.get(), attemptId, held, repetition.known());
            } finally {
                if (!remembered) {
                    held.forEach(session.mode()::settledElsewhere);
                    settlement.giveBack(held);
                }
            }
            if (remembered) {
                return received;
            }
            looked = null;
        }
    }

    private List<Message> handOver(Repetition repetition) throws JMSException {
        repetition.former().forEach(session.mode()::settledElsewhere);
        List<HeldDelivery> again = repetition.again();
        List<Message> messages = new ArrayList<>(again.size());
        for (int i = 0; i < again.size(); i++) {
            HeldDelivery held = again.get(i);
            Message message;
            try {
                message = HandOver.view(session, held);
            } catch (JMSException | RuntimeException broken) {
                release(again.subList(i, again.size()), broken);
                throw broken;
            }
            if (message == null) {
                continue;
            }
            messages.add(message);
            if (session.mode().received(held)) {
                session.connection().renewals().watch(held);
            }
        }
        return messages;
    }

    private void release(List<HeldDelivery> rest, Exception failure) {
        try {
            session.connection().broker().settlement().release(rest);
        } catch (BrokerException further) {
            failure.addSuppressed(further);
        }
    }
}
