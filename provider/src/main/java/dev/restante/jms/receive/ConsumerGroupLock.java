package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageGroup;
import dev.restante.jms.error.ExceptionTranslation;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Lock of the single message group that a consumer receives, held while the consumer is in use. Without a group, all
 * methods do nothing.
 */
final class ConsumerGroupLock {

    private final @Nullable MessageGroup group;

    ConsumerGroupLock(@Nullable MessageGroup group) {
        this.group = group;
    }

    boolean hasGroup() {
        return group != null;
    }

    /** Rejects a call that accepts further groups, because this consumer receives only one group. */
    void rejectOtherGroups() throws IllegalStateException {
        if (group != null) {
            throw new IllegalStateException(
                    "The consumer of an accepted message group receives only messages of this group. Accept other"
                            + " groups with another consumer.",
                    ErrorCodes.ILLEGAL_STATE);
        }
    }

    /** Keeps the lock from expiring while the consumer waits for messages. */
    void acquire() throws JMSException {
        if (group != null) {
            try {
                group.beginUse();
            } catch (BrokerException lost) {
                throw ExceptionTranslation.translate(lost);
            }
        }
    }

    void release() {
        if (group != null) {
            group.endUse();
        }
    }

    /** Releases the group. */
    void close() {
        if (group != null) {
            group.close();
        }
    }
}
