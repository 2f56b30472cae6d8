package dev.restante.jms.receive;

import dev.restante.broker.MessageGroup;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import org.jspecify.annotations.Nullable;

/**
 * Parameter object with the lock mode of a consumer, the holder of its message groups, and an optional restriction to
 * one group.
 *
 * @param participant the holder of the groups of received messages
 * @param group the only group to receive, released with the consumer; null for all groups
 * @param assignsGroups true to keep groups while the queue or subscription has sticky groups
 */
public record ReceivingParticipant(
        ReceiveMode lockMode, Object participant, @Nullable MessageGroup group, boolean assignsGroups) {

    /** Returns the settings of an ordinary consumer of a session. */
    public static ReceivingParticipant of(SessionServices session) {
        return new ReceivingParticipant(session.mode().lockMode(), session, null, true);
    }
}
