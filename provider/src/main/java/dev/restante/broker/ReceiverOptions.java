package dev.restante.broker;

import dev.restante.selector.Selector;
import org.jspecify.annotations.Nullable;

/**
 * The options of a receiver.
 *
 * @param hold under what lock
 * @param selector what it takes; null for everything
 * @param party whoever takes from a message group has it, together with all receivers of the same party, until all that
 *     was taken is settled (VIS-07); null for a party of its own
 * @param keepsGroups whether groups stay with it where its queue or subscription has them stay (GRP-06); not if its
 *     party has accepted one, or is {@link #EACH_ALONE}
 */
public record ReceiverOptions(Hold hold, @Nullable Selector selector, @Nullable Object party, boolean keepsGroups) {

    /**
     * The party of a receiver that hands what it takes to several sessions: nothing more of a message group is taken
     * before it is settled.
     */
    public static final Object EACH_ALONE = new Object();

    /** One with which groups do not stay. */
    public ReceiverOptions(Hold hold, @Nullable Selector selector, @Nullable Object party) {
        this(hold, selector, party, false);
    }

    /** A party of its own. */
    public ReceiverOptions(Hold hold, @Nullable Selector selector) {
        this(hold, selector, null, true);
    }

    /** Takes everything. */
    public ReceiverOptions(Hold hold) {
        this(hold, null);
    }

    /** Under what lock a receiver holds what it takes. */
    public enum Hold {
        /** For the lock duration of the entity, renewed only by the application: peek-lock (RCV-02). */
        LOCK_DURATION,
        /** Until the receiver's session settles it or ends: automatic acknowledgement and transactions. */
        UNTIL_SETTLED,
        /** Not at all: it is removed from the store before it is handed over (RCV-01). */
        RECEIVE_AND_DELETE
    }
}
