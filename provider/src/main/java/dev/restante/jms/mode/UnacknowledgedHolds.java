package dev.restante.jms.mode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.HeldDelivery.State;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The peek-locked messages that a session's application has and has not settled, oldest first. Thread-safe; never calls
 * the broker under its monitor.
 */
final class UnacknowledgedHolds {

    private static final int FIRST_PRUNING = 1_024;

    private final ModeServices services;
    private final boolean forgetsLost;

    @GuardedBy("this")
    private final Set<HeldDelivery> holds = new LinkedHashSet<>();

    @GuardedBy("this")
    private int pruneAt = FIRST_PRUNING;

    @GuardedBy("this")
    private boolean closed;

    /**
     * Starts empty.
     *
     * @param forgetsLost whether a lost lock need not be reported by a later acknowledgement
     */
    UnacknowledgedHolds(ModeServices services, boolean forgetsLost) {
        this.services = services;
        this.forgetsLost = forgetsLost;
    }

    synchronized void add(HeldDelivery held) {
        holds.add(held);
        if (holds.size() >= pruneAt) {
            holds.removeIf(old -> old.state() == State.SETTLED || (forgetsLost && old.state() == State.LOST));
            pruneAt = Math.max(FIRST_PRUNING, 2 * holds.size());
        }
    }

    synchronized boolean remove(HeldDelivery held) {
        return holds.remove(held);
    }

    /** Whether some of them are of the entity with an id and under a lock. */
    synchronized boolean areOf(long entityId) {
        return holds.stream()
                .anyMatch(held -> held.delivery().entityId() == entityId
                        && held.state() != State.SETTLED
                        && held.state() != State.LOST);
    }

    /** Completes everything (ACK-04); what the application has settled otherwise is passed over. */
    void completeAll() throws JMSException {
        List<HeldDelivery> all = takeAcknowledged();
        all.removeIf(held -> held.state() == State.SETTLED);
        if (!all.isEmpty()) {
            complete(all);
        }
    }

    /** Completes one; fails where its lock is gone. */
    void complete(HeldDelivery held) throws JMSException {
        remove(held);
        if (held.state() != State.SETTLED) {
            complete(List.of(held));
        }
    }

    private void complete(List<HeldDelivery> batch) throws JMSException {
        try {
            services.settlement().complete(batch);
        } catch (BrokerException failure) {
            for (HeldDelivery held : batch) {
                if (held.locked()) {
                    add(held);
                }
            }
            JMSException translated = services.translation().of(failure);
            if (isClosed()) {
                releaseToo(translated);
            }
            throw translated;
        }
    }

    /** The session was closed meanwhile and did not find what was being acknowledged. */
    private void releaseToo(JMSException failure) {
        try {
            releaseAll();
        } catch (JMSException further) {
            failure.addSuppressed(further);
        }
    }

    /** Gives everything back, counted; what is acknowledged from now on is refused, for it is no longer here. */
    void close() throws JMSException {
        synchronized (this) {
            closed = true;
        }
        releaseAll();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Gives everything back, counted. */
    void releaseAll() throws JMSException {
        List<HeldDelivery> all = takeAll();
        all.removeIf(held -> !held.locked());
        if (all.isEmpty()) {
            return;
        }
        try {
            services.settlement().release(all);
        } catch (BrokerException failure) {
            throw services.translation().of(failure);
        }
    }

    private synchronized List<HeldDelivery> takeAcknowledged() throws IllegalStateException {
        if (closed) {
            throw new IllegalStateException("The session is closed", ErrorCodes.CLOSED);
        }
        return takeAll();
    }

    private synchronized List<HeldDelivery> takeAll() {
        List<HeldDelivery> all = new ArrayList<>(holds);
        holds.clear();
        return all;
    }
}
