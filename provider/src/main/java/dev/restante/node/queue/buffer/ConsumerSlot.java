package dev.restante.node.queue.buffer;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUpListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registration of one receiver at a dispatcher, which states whether the receiver waits, and wakes it when it may get a
 * message. The dispatcher's lock guards the state.
 */
public final class ConsumerSlot {

    /** Receivers that share one selector. */
    public interface SlotOwner {}

    /** State of a receiver, as the dispatcher sees it. */
    public enum SlotState {
        /** Not waiting; the receiver polls when it wants a message. */
        IDLE,
        /** Found no message, and waits for a wake-up. */
        WAITING,
        /** Woken for a prefetched message that it has not taken yet. */
        WOKEN,
        CLOSED
    }

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerSlot.class);

    private final WakeUpListener wakeUpListener;

    /** Selector buffer of the receiver; null for a receiver without a selector. */
    public final @Nullable SlotOwner owner;

    /**
     * Participant that holds the groups of taken messages; {@link ReceiverOptions#ONE_MESSAGE_PER_GROUP} for a new
     * participant for each message.
     */
    public final Object participant;

    SlotState state = SlotState.IDLE;

    ConsumerSlot(WakeUpListener wakeUpListener, @Nullable SlotOwner owner, @Nullable Object participant) {
        this.wakeUpListener = requireNonNull(wakeUpListener, "wakeUpListener");
        this.owner = owner;
        this.participant = participant == null ? this : participant;
    }

    /** Returns the participant that will hold the group of the next message. */
    public Object nextParticipant() {
        return participant == ReceiverOptions.ONE_MESSAGE_PER_GROUP ? new Object() : participant;
    }

    public boolean isClosed() {
        return state == SlotState.CLOSED;
    }

    public boolean isWoken() {
        return state == SlotState.WOKEN;
    }

    public boolean isBusy() {
        return wakeUpListener.isBusy();
    }

    /** Wakes the receiver; called without the dispatcher's lock. */
    public void wake() {
        try {
            wakeUpListener.run();
        } catch (RuntimeException e) {
            LOG.error("The wake-up listener of a consumer failed", e);
        }
    }
}
