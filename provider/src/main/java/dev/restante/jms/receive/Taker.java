package dev.restante.jms.receive;

import dev.restante.broker.MessageGroup;
import dev.restante.broker.ReceiverOptions.Hold;
import org.jspecify.annotations.Nullable;

/**
 * For whom a consumer takes.
 *
 * @param hold under what lock
 * @param party has the message groups of what it takes
 * @param group the only one of which it takes, null for any; given up with the consumer
 * @param keepsGroups whether groups stay with it where its queue or subscription has them stay
 */
public record Taker(Hold hold, Object party, @Nullable MessageGroup group, boolean keepsGroups) {

    /** For a session. */
    public static Taker of(SessionServices session) {
        return new Taker(session.mode().hold(), session, null, true);
    }
}
