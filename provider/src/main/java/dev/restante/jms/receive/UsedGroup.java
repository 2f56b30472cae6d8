package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageGroup;
import dev.restante.jms.error.ExceptionTranslation;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** The only message group that a consumer receives, if there is one: its lock does not run out while it is in use. */
final class UsedGroup {

    private final @Nullable MessageGroup group;
    private final ExceptionTranslation translation;

    /**
     * That of a consumer.
     *
     * @param group null for a consumer that receives all groups there are
     */
    UsedGroup(@Nullable MessageGroup group, ExceptionTranslation translation) {
        this.group = group;
        this.translation = translation;
    }

    /** A consumer of one group can't accept others: it would get nothing of them. */
    void refuseOthers() throws IllegalStateException {
        if (group != null) {
            throw new IllegalStateException(
                    "The consumer of an accepted message group gets nothing of others; accept them by another consumer",
                    ErrorCodes.ILLEGAL_STATE);
        }
    }

    /** Somebody waits for messages of it. */
    void use() throws JMSException {
        if (group != null) {
            try {
                group.use();
            } catch (BrokerException lost) {
                throw translation.of(lost);
            }
        }
    }

    void endUse() {
        if (group != null) {
            group.endUse();
        }
    }

    /** Gives it up, with its consumer. */
    void close() {
        if (group != null) {
            group.close();
        }
    }
}
