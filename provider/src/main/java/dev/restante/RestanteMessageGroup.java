package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.receive.AcceptedGroup;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Message group of a queue or subscription that a session has locked exclusively ({@link RestanteSession#acceptGroup},
 * {@link RestanteConsumer#acceptGroup}). No other consumer on any node receives its messages until the group is closed,
 * its lock expires, or the node dies (GRP-02). After the group is closed, the session keeps its received messages, and
 * the group stays held until they are settled.
 *
 * <p>The lock lasts for the lock duration of the queue or subscription, and does not expire if that is zero. Every
 * receive renews the lock, which does not expire while a receive waits or a listener is set. After it has expired,
 * calls fail with {@code RESTANTE-GROUP-LOST}, and the group must be accepted again.
 *
 * <p>Not thread-safe, like its session, which closes the group when it is closed.
 */
public final class RestanteMessageGroup implements AutoCloseable {

    private final AcceptedGroup group;

    RestanteMessageGroup(AcceptedGroup group) {
        this.group = requireNonNull(group, "group");
    }

    /** Returns the {@code JMSXGroupID}. */
    public String id() {
        return group.id();
    }

    /**
     * Returns the consumer that receives only the messages of this group, in order: always the same object. Closing the
     * consumer closes the group.
     */
    public MessageConsumer consumer() {
        return group.consumer();
    }

    /** Returns the end of the lock without renewal, in store time; {@link Instant#MAX} if the lock does not expire. */
    public Instant lockedUntil() {
        long millis = group.lockedUntilMillis();
        return millis == Long.MAX_VALUE ? Instant.MAX : Instant.ofEpochMilli(millis);
    }

    /**
     * Renews the lock for the lock duration of the queue or subscription from now on.
     *
     * @throws JMSException with {@code RESTANTE-GROUP-LOST} if the lock has expired, or the group is closed
     */
    public void renew() throws JMSException {
        group.renew();
    }

    /**
     * Returns the state of the group: bytes that the application stores with the group (GRP-03). In a transacted
     * session the result includes uncommitted changes of the session.
     *
     * @return a copy; empty if the group has no state
     * @throws JMSException if the session is closed or the store fails
     */
    public Optional<byte[]> state() throws JMSException {
        return group.state();
    }

    /**
     * Replaces the state of the group. In a transacted session the change takes effect with the next commit, together
     * with sends and receives. The commit fails with {@code RESTANTE-ROLLED-BACK} if the lock has expired.
     *
     * @param state the state, at most as large as a message may be; null or empty for none
     * @throws JMSException with {@code RESTANTE-GROUP-LOST} if the lock has expired or the group is closed; with
     *     {@code RESTANTE-INVALID-ARGUMENT} if the state is too large; or if the store fails
     */
    public void setState(byte @Nullable [] state) throws JMSException {
        group.setState(state == null ? new byte[0] : state);
    }

    /** Releases the group. Closing again has no effect. */
    @Override
    public void close() throws JMSException {
        group.close();
    }
}
