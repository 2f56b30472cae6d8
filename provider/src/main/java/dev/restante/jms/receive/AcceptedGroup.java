package dev.restante.jms.receive;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.jms.core.Selectors;
import dev.restante.model.Entity;
import dev.restante.selector.Selector;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message group that a session has accepted, with its consumer; for {@code RestanteGroup}. As little thread-safe as
 * the session.
 */
public final class AcceptedGroup {

    /**
     * For how long the first message of any group is locked that is received to find the group, and given back at once.
     */
    private static final Duration FINDING = Duration.ofSeconds(30);

    private final SessionServices session;
    private final MessageGroup group;
    private final ReceivingConsumer consumer;

    private AcceptedGroup(SessionServices session, MessageGroup group, ReceivingConsumer consumer) {
        this.session = session;
        this.group = group;
        this.consumer = consumer;
    }

    /** The opening of consumers of one queue or subscription, for one session. */
    @FunctionalInterface
    public interface Opening {
        /** Opens one for what the selector matches. */
        ReceivingConsumer open(Selector selector, Taker taker) throws JMSException;
    }

    /** Accepts a group of a queue or subscription by its name. */
    public static AcceptedGroup named(SessionServices session, Entity entity, Opening opening, String groupId)
            throws JMSException {
        return opened(
                session, opening, session.connection().broker().messageGroups().accept(entity, groupId));
    }

    /** Accepts the group of the first message whose group nobody has; null if there is none in time. */
    public static @Nullable AcceptedGroup any(SessionServices session, Opening opening, long timeoutMillis)
            throws JMSException {
        Object party = new Object();
        Selector selector = requireNonNull(Selectors.parse("JMSXGroupID IS NOT NULL"));
        MessageGroup group;
        try (ReceivingConsumer finder = opening.open(selector, new Taker(Hold.LOCK_DURATION, party, null, false))) {
            HeldDelivery first = timeoutMillis == ReceiveCall.NO_WAIT
                    ? finder.takeInsideNow(now -> finder.poll(now, FINDING))
                    : finder.takeInside(ReceiveCalls.deadlineNanos(timeoutMillis), now -> finder.poll(now, FINDING));
            if (first == null) {
                return null;
            }
            group = session.connection().broker().messageGroups().acceptThatOf(first, party);
        }
        return opened(session, opening, group);
    }

    private static AcceptedGroup opened(SessionServices session, Opening opening, MessageGroup group)
            throws JMSException {
        try {
            Selector selector = requireNonNull(
                    Selectors.parse("JMSXGroupID = '" + group.id().replace("'", "''") + "'"));
            return new AcceptedGroup(
                    session,
                    group,
                    opening.open(selector, new Taker(session.mode().hold(), group.party(), group, false)));
        } catch (JMSException | RuntimeException refused) {
            group.close();
            throw refused;
        }
    }

    /** Its {@code JMSXGroupID}. */
    public String id() {
        return group.id();
    }

    /** Receives its messages and no others. */
    public MessageConsumer consumer() {
        return consumer;
    }

    /** In epoch milliseconds; {@link Long#MAX_VALUE} if its lock does not run out. */
    public long lockedUntilMillis() {
        return group.lockedUntilMillis();
    }

    /** Its lock runs for the lock duration of the queue from now on. */
    public void renew() throws JMSException {
        session.check();
        session.connection().calls().run(group::renew);
    }

    /** Its state, in a transaction what this has written. */
    public Optional<byte[]> state() throws JMSException {
        session.check();
        return session.connection().calls().make(() -> session.mode().state(group));
    }

    /** Replaces its state, with the transaction if there is one; empty for none. */
    public void state(byte[] state) throws JMSException {
        session.check();
        session.connection().calls().run(() -> {
            if (!session.mode().putState(group, state)) {
                group.putState(state);
            }
        });
    }

    /** Closes its consumer, and gives it up. */
    public void close() throws JMSException {
        consumer.close();
    }
}
