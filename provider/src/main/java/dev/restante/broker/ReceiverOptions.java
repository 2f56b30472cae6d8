package dev.restante.broker;

import dev.restante.selector.Selector;
import org.jspecify.annotations.Nullable;

/**
 * Options of a receiver: lock mode, selector and group participation.
 *
 * @param participant the holder of message groups (VIS-07), which several receivers can share; null for a separate one
 * @param stickyGroups true to keep groups while the queue or subscription has sticky groups (GRP-06); ignored if the
 *     participant has accepted a group or is {@link #ONE_MESSAGE_PER_GROUP}
 */
public record ReceiverOptions(
        ReceiveMode lockMode, @Nullable Selector selector, @Nullable Object participant, boolean stickyGroups) {

    /**
     * Participant of a receiver that distributes messages to several sessions. Such a receiver gets the next message of
     * a group only after the previous message is settled.
     */
    public static final Object ONE_MESSAGE_PER_GROUP = new Object();

    /** Creates options without sticky groups. */
    public ReceiverOptions(ReceiveMode lockMode, @Nullable Selector selector, @Nullable Object participant) {
        this(lockMode, selector, participant, false);
    }

    public ReceiverOptions(ReceiveMode lockMode, @Nullable Selector selector) {
        this(lockMode, selector, null, true);
    }

    public ReceiverOptions(ReceiveMode lockMode) {
        this(lockMode, null);
    }

    /** Lock modes of a receiver. */
    public enum ReceiveMode {
        /**
         * Locks each message for the lock duration of the entity until it is renewed: peek-lock (RCV-02, RCV-05).
         */
        LOCK_DURATION,
        /** Locks each message until the session settles it or ends: automatic acknowledgement and transactions. */
        UNTIL_SETTLED,
        /** Removes each message from the store before the application receives it (RCV-01). */
        RECEIVE_AND_DELETE
    }
}
