package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.TextRule;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
import dev.restante.node.rule.DeadLetterRule.Cause;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rule for the message group that a message belongs to (GRP-01, GRP-05). Pure. */
final class GroupRule {

    static final String GROUP_ID = "JMSXGroupID";

    /** The reason of a message without a group where groups are required; Service Bus spells it so. */
    static final String NO_GROUP = "Session id is null.";

    private GroupRule() {}

    /**
     * The group of what is sent, or null for a message without.
     *
     * @throws BrokerException with INVALID_ARGUMENT if a database can't hold its id
     */
    static @Nullable String groupId(Map<String, @Nullable Object> properties) {
        if (properties.get(GROUP_ID) instanceof String text && !text.isEmpty()) {
            TextRule.check(StoredText.GROUP_ID, text);
            return text;
        }
        return null;
    }

    /**
     * Looks whether a queue takes a message.
     *
     * @throws BrokerException with GROUP_REQUIRED if there must be a group
     */
    static void check(Entity target, @Nullable String groupId) {
        if (refuses(target, groupId)) {
            throw new BrokerException(
                    Reason.GROUP_REQUIRED,
                    "'" + ShownText.of(target.name()) + "' requires groups: the message needs the property "
                            + GROUP_ID);
        }
    }

    /**
     * Looks whether something takes a message whose sender does not know of it.
     *
     * @return why the message becomes a dead letter of it instead, or null if it takes it
     */
    static @Nullable Cause refusal(Entity target, @Nullable String groupId) {
        return refuses(target, groupId)
                ? new Cause(
                        NO_GROUP,
                        "'" + ShownText.of(target.name()) + "' requires groups, and the message has no " + GROUP_ID
                                + ".",
                        Map.of())
                : null;
    }

    private static boolean refuses(Entity target, @Nullable String groupId) {
        return groupId == null && target.options().groupsRequired();
    }
}
