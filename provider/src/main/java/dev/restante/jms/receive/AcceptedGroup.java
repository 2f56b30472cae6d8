package dev.restante.jms.receive;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.jms.core.Selectors;
import dev.restante.model.Entity;
import dev.restante.selector.Selector;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Message group that a session has accepted, with its consumer, stored state and lock renewal. Not thread-safe, like
 * the session.
 */
public final class AcceptedGroup {

    /** Lock duration for the message that is received only to find a group with messages, and then returned. */
    private static final Duration PROBE_LOCK_DURATION = Duration.ofSeconds(30);

    private final SessionServices session;
    private final MessageGroup group;
    private final JmsConsumer consumer;

    private AcceptedGroup(SessionServices session, MessageGroup group, JmsConsumer consumer) {
        this.session = session;
        this.group = group;
        this.consumer = consumer;
    }

    /** Factory of consumers of one queue or subscription for one session. */
    @FunctionalInterface
    public interface GroupConsumerOpener {
        JmsConsumer open(Selector selector, ReceivingParticipant participant) throws JMSException;
    }

    public static AcceptedGroup accept(
            SessionServices session, Entity entity, GroupConsumerOpener opener, String groupId) throws JMSException {
        return open(
                session, opener, session.connection().broker().messageGroups().accept(entity, groupId));
    }

    /**
     * Accepts the group of the first available message whose group is not held; returns null if the timeout passes
     * first.
     */
    public static @Nullable AcceptedGroup acceptAny(
            SessionServices session, GroupConsumerOpener opener, long timeoutMillis) throws JMSException {
        Object participant = new Object();
        Selector selector = requireNonNull(Selectors.parse("JMSXGroupID IS NOT NULL"));
        MessageGroup group;
        try (JmsConsumer probeConsumer =
                opener.open(selector, new ReceivingParticipant(ReceiveMode.LOCK_DURATION, participant, null, false))) {
            InFlightDelivery first = probeConsumer.receiveWithin(
                    timeoutMillis, now -> probeConsumer.pollDelivery(now, PROBE_LOCK_DURATION));
            if (first == null) {
                return null;
            }
            group = session.connection().broker().messageGroups().acceptGroupOf(first, participant);
        }
        return open(session, opener, group);
    }

    private static AcceptedGroup open(SessionServices session, GroupConsumerOpener opener, MessageGroup group)
            throws JMSException {
        try {
            Selector selector = requireNonNull(
                    Selectors.parse("JMSXGroupID = '" + group.id().replace("'", "''") + "'"));
            return new AcceptedGroup(
                    session,
                    group,
                    opener.open(
                            selector,
                            new ReceivingParticipant(session.mode().lockMode(), group.participant(), group, false)));
        } catch (JMSException | RuntimeException refused) {
            group.close();
            throw refused;
        }
    }

    /** Returns the {@code JMSXGroupID}. */
    public String id() {
        return group.id();
    }

    /** Returns the consumer, which receives only messages of this group. */
    public MessageConsumer consumer() {
        return consumer;
    }

    /** Returns the end of the lock in epoch milliseconds; {@link Long#MAX_VALUE} if it does not end. */
    public long lockedUntilMillis() {
        return group.lockedUntilMillis();
    }

    /** Renews the lock for the lock duration of the queue or subscription. */
    public void renew() throws JMSException {
        session.check();
        session.connection().boundedCalls().run(group::renew);
    }

    /** Returns the state of the group, including a state that the current transaction has written. */
    public Optional<byte[]> state() throws JMSException {
        session.check();
        return session.connection().boundedCalls().call(() -> session.mode().state(group));
    }

    /** Replaces the state, in the transaction of the session if there is one; an empty array removes it. */
    public void setState(byte[] state) throws JMSException {
        session.check();
        session.connection().boundedCalls().run(() -> {
            if (!session.mode().putState(group, state)) {
                group.putState(state);
            }
        });
    }

    public void close() throws JMSException {
        consumer.close();
    }
}
