package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.receive.AcceptedGroup;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message group of a queue or subscription that a session has accepted ({@link RestanteSession#acceptGroup},
 * {@link RestanteConsumer#acceptGroup}). Until it is closed, its lock runs
 * out or the node dies, nobody else gets anything of the group, on no node (GRP-02). What was received of it stays with
 * the session when it is closed, and keeps the group from others until it is settled.
 *
 * <p>Its lock runs for the lock duration of the queue or subscription; where that is zero, it does not run out. Every
 * receive renews it, and it does not run out while a receive waits or a listener is set. Once it has run out, calls
 * throw with {@code RESTANTE-GROUP-LOST}; accept the group again then.
 *
 * <p>As little thread-safe as the session that it was accepted by, which closes it when it is closed itself.
 */
public final class RestanteGroup implements AutoCloseable {

    private final AcceptedGroup group;

    RestanteGroup(AcceptedGroup group) {
        this.group = requireNonNull(group, "group");
    }

    /** Its {@code JMSXGroupID}. */
    public String id() {
        return group.id();
    }

    /** Receives the messages of the group, and no others, in order; the same each time. Closing it closes the group. */
    public MessageConsumer consumer() {
        return group.consumer();
    }

    /** When its lock runs out unless it is renewed, by the clock of the store; {@link Instant#MAX} if it does not. */
    public Instant lockedUntil() {
        long millis = group.lockedUntilMillis();
        return millis == Long.MAX_VALUE ? Instant.MAX : Instant.ofEpochMilli(millis);
    }

    /**
     * Its lock runs for the lock duration of the queue or subscription from now on.
     *
     * @throws JMSException with {@code RESTANTE-GROUP-LOST} if it has run out already, or the group is closed
     */
    public void renew() throws JMSException {
        group.renew();
    }

    /**
     * The state of the group: bytes of the application's choice, kept with the group whoever has it (GRP-03). In a
     * transacted session, what its transaction has written.
     *
     * @return a copy; empty if it has none
     * @throws JMSException if the session is closed or the store fails
     */
    public Optional<byte[]> state() throws JMSException {
        return group.state();
    }

    /**
     * Replaces the state of the group; in a transacted session with the next commit, together with what was received
     * and sent, or not at all.
     *
     * @param state at most as large as a message may be; null or empty for none
     * @throws JMSException with {@code RESTANTE-GROUP-LOST} if the lock has run out or the group is closed, which a
     *     commit may also end in ({@code RESTANTE-ROLLED-BACK}); with {@code RESTANTE-INVALID-ARGUMENT} if it is too
     *     large; or if the store fails
     */
    public void setState(byte @Nullable [] state) throws JMSException {
        group.state(state == null ? new byte[0] : state);
    }

    /** Gives the group up; does nothing if that has happened. */
    @Override
    public void close() throws JMSException {
        group.close();
    }
}
