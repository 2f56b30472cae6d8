package dev.restante.node.feature.groups;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.StoredTextCheck;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.StoredTextKind;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rule that determines the group id of a sent message, and rejects or dead-letters a message without a required group
 * (GRP-01, GRP-05).
 */
public final class GroupRule {

    static final String GROUP_ID = "JMSXGroupID";

    /** Dead-letter reason of a message without a group if groups are required, as in Service Bus. */
    static final String NO_GROUP = "Session id is null.";

    private GroupRule() {}

    /**
     * Returns the group id of a message, or null.
     *
     * @throws BrokerException with INVALID_ARGUMENT if a database cannot store the id
     */
    public static @Nullable String groupId(Map<String, @Nullable Object> properties) {
        if (properties.get(GROUP_ID) instanceof String text && !text.isEmpty()) {
            StoredTextCheck.check(StoredTextKind.GROUP_ID, text);
            return text;
        }
        return null;
    }

    /**
     * Checks that a message has a group if the target requires groups.
     *
     * @throws BrokerException with GROUP_REQUIRED if the group is missing
     */
    public static void check(Entity target, @Nullable String groupId) {
        if (rejects(target, groupId)) {
            throw new BrokerException(
                    BrokerErrorReason.GROUP_REQUIRED,
                    "'" + DisplayText.shorten(target.name()) + "' requires groups. Set the property " + GROUP_ID
                            + " of the message.");
        }
    }

    /**
     * Returns the dead-letter cause of a message that an entity other than the send target rejects; null if it accepts
     * the message.
     */
    public static @Nullable DeadLetterCause deadLetterCause(Entity target, @Nullable String groupId) {
        return rejects(target, groupId)
                ? new DeadLetterCause(
                        NO_GROUP,
                        "'" + DisplayText.shorten(target.name()) + "' requires groups, and the message has no "
                                + GROUP_ID + ".",
                        Map.of())
                : null;
    }

    private static boolean rejects(Entity target, @Nullable String groupId) {
        return groupId == null && target.options().groupsRequired();
    }
}
