package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageGroup;
import dev.restante.jms.error.ExceptionTranslation;
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
