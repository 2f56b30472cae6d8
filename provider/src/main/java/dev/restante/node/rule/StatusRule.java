package dev.restante.node.rule;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/** Rule for the operations that the status of an entity allows: sends, receives, and forwarding (STA-01, STA-02). */
public final class StatusRule {

    private StatusRule() {}

    /**
     * Checks that the status of a queue or topic allows sends.
     *
     * @throws BrokerException with ENTITY_DISABLED if it does not
     */
    public static void checkSend(Entity target) {
        if (!target.options().status().allowsSend()) {
            throw disabled(target, "accepts no messages");
        }
    }

    /**
     * Checks that the status allows receives, for a call that does not wait until they are allowed.
     *
     * @throws BrokerException with ENTITY_DISABLED if it does not
     */
    public static void checkReceive(Entity entity, @Nullable Entity topic) {
        if (!mayReceive(entity, topic)) {
            throw disabled(
                    topic == null || topic.options().status().allowsReceive() ? entity : topic, "delivers no messages");
        }
    }

    private static BrokerException disabled(Entity entity, String why) {
        return new BrokerException(
                BrokerErrorReason.ENTITY_DISABLED,
                "'" + DisplayText.shorten(entity.name()) + "' has the status "
                        + entity.options().status() + " and " + why + " until an administrator resumes it");
    }

    /**
     * Returns whether consumers of an entity can receive.
     *
     * @param topic the topic of a subscription, which pauses its subscriptions, or null for a queue
     */
    public static boolean mayReceive(Entity entity, @Nullable Entity topic) {
        return entity.options().status().allowsReceive()
                && (topic == null || topic.options().status().allowsReceive());
    }

    /** Returns whether messages can be forwarded: the source must allow receives and the target sends. */
    public static boolean mayForward(Entity from, @Nullable Entity topic, Entity to) {
        return mayReceive(from, topic) && to.options().status().allowsSend();
    }
}
