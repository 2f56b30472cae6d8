package dev.restante.broker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.GroupMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** To which message group a message belongs (GRP-01): pure. */
final class GroupRule {

    static final String GROUP_ID = "JMSXGroupID";

    private GroupRule() {}

    /**
     * The group, or null for a message without.
     *
     * @throws BrokerException with GROUP_REQUIRED if there must be one
     */
    @CanIgnoreReturnValue
    static @Nullable String groupId(Entity target, Map<String, @Nullable Object> properties) {
        if (properties.get(GROUP_ID) instanceof String text && !text.isEmpty()) {
            return text;
        }
        if (target.options().groups() == GroupMode.REQUIRED) {
            throw new BrokerException(
                    Reason.GROUP_REQUIRED,
                    "'" + target.name() + "' requires groups: the message needs the property " + GROUP_ID);
        }
        return null;
    }
}
