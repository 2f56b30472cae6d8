package dev.restante.node.dispatch;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One receiver's place at a dispatcher. Its state belongs to the dispatcher and is guarded by the dispatcher's lock.
 */
public final class Seat {

    /** The receivers with the same selector. */
    interface Company {}

    /** The states of a receiver, as the dispatcher sees it. */
    enum State {
        /** Busy with something else; it will take when it likes. */
        IDLE,
        /** Found nothing; to be woken when something comes. */
        WAITING,
        /** Was woken and has not taken yet: something in the buffer counts on it. */
        WOKEN,
        /** Gone. */
        CLOSED
    }

    private static final Logger LOG = LoggerFactory.getLogger(Seat.class);

    private final WakeUp wakeUp;

    /** Null for a receiver without a selector. */
    final @Nullable Company company;

    /** Who has the groups of what is taken here; {@link ReceiverOptions#EACH_ALONE} for another one each time. */
    final Object party;

    State state = State.IDLE;

    Seat(WakeUp wakeUp, @Nullable Company company, @Nullable Object party) {
        this.wakeUp = requireNonNull(wakeUp, "wakeUp");
        this.company = company;
        this.party = party == null ? this : party;
    }

    /** Who has the group of what is taken next. */
    Object nextParty() {
        return party == ReceiverOptions.EACH_ALONE ? new Object() : party;
    }

    /** Whether its receiver can't take for now. */
    boolean away() {
        return wakeUp.away();
    }

    /** Called without the dispatcher's lock. */
    void wake() {
        try {
            wakeUp.run();
        } catch (RuntimeException e) {
            LOG.error("The wake-up of a receiver failed", e);
        }
    }
}
