package dev.restante.node.rule;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import org.jspecify.annotations.Nullable;

/** The rule for what the status of an entity lets applications do (STA-01, STA-02). Pure. */
public final class StatusRule {

    private StatusRule() {}

    /**
     * Looks whether a queue or topic takes what applications send.
     *
     * @throws BrokerException with ENTITY_DISABLED if not
     */
    public static void checkSend(Entity target) {
        if (!target.options().status().sends()) {
            throw disabled(target, "it takes no messages");
        }
    }

    /**
     * Looks whether a call may receive that can't wait until it does.
     *
     * @throws BrokerException with ENTITY_DISABLED if not
     */
    public static void checkReceive(Entity entity, @Nullable Entity topic) {
        if (!mayReceive(entity, topic)) {
            throw disabled(topic == null || topic.options().status().receives() ? entity : topic, "nobody receives");
        }
    }

    private static BrokerException disabled(Entity entity, String why) {
        return new BrokerException(
                Reason.ENTITY_DISABLED,
                "'" + ShownText.of(entity.name()) + "' has the status "
                        + entity.options().status() + ": " + why + " until an administrator resumes it");
    }

    /**
     * Whether receivers get anything.
     *
     * @param topic that of a subscription, which pauses with it; null for what has none
     */
    public static boolean mayReceive(Entity entity, @Nullable Entity topic) {
        return entity.options().status().receives()
                && (topic == null || topic.options().status().receives());
    }

    /** Whether what an entity has may be forwarded: it leaves the one, and arrives in the other. */
    public static boolean mayForward(Entity from, @Nullable Entity topic, Entity to) {
        return mayReceive(from, topic) && to.options().status().sends();
    }
}
