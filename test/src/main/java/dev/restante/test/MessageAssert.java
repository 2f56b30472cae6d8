package dev.restante.test;

import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on a message in a queue, which stays there. */
public final class MessageAssert extends AbstractAssert<MessageAssert, MessageDescription> {

    MessageAssert(MessageDescription message) {
        super(message, MessageAssert.class);
    }

    /** Its body is this text. */
    public MessageAssert withText(String text) {
        return has("the text", text, actual.body() instanceof MessageBody.Text body ? body.text() : actual.body());
    }

    /**
     * A property has this value.
     *
     * @param value as the sender has set it: of the same type
     */
    public MessageAssert withProperty(String name, Object value) {
        return has("the property " + name + " as", value, actual.properties().get(name));
    }

    /** It belongs to this group. */
    public MessageAssert withGroup(String groupId) {
        MessageDescription.Headers headers = actual.headers();
        return has("the group", groupId, headers == null ? null : headers.groupId());
    }

    /** It has been delivered so often, without success. */
    public MessageAssert withDeliveryCount(int count) {
        return has("the delivery count", count, actual.deliveryCount());
    }

    /** It was dead-lettered for this reason. */
    public MessageAssert withReason(String reason) {
        return has("the reason", reason, reason(actual));
    }

    /** Null for none. */
    static @Nullable String reason(MessageDescription message) {
        MessageDescription.DeadLetter deadLetter = message.deadLetter();
        return deadLetter == null ? null : deadLetter.reason();
    }

    private MessageAssert has(String what, Object expected, @Nullable Object found) {
        if (!Objects.equals(expected, found)) {
            throw failureWithActualExpected(
                    found, expected, "Expecting message %s to have %s %s, but found %s", actual, what, expected, found);
        }
        return this;
    }
}
