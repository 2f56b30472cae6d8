package dev.restante.test;

import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** AssertJ assertions on a stored message, which stays in its queue. */
public final class MessageAssert extends AbstractAssert<MessageAssert, MessageDescription> {

    MessageAssert(MessageDescription message) {
        super(message, MessageAssert.class);
    }

    /** Asserts that the message is a text message with the given text. */
    public MessageAssert withText(String text) {
        return has("the text", text, actual.body() instanceof MessageBody.Text body ? body.text() : actual.body());
    }

    /**
     * Asserts that the message has a property with the given value.
     *
     * @param value the expected value, which has the type that the sender has set
     */
    public MessageAssert withProperty(String name, Object value) {
        return has("the property " + name + " as", value, actual.properties().get(name));
    }

    /** Asserts that the message belongs to a message group. */
    public MessageAssert withGroup(String groupId) {
        MessageDescription.Headers headers = actual.headers();
        return has("the group", groupId, headers == null ? null : headers.groupId());
    }

    /** Asserts that the message has been delivered the given number of times. */
    public MessageAssert withDeliveryCount(int count) {
        return has("the delivery count", count, actual.deliveryCount());
    }

    /** Asserts that the message was dead-lettered for the given reason. */
    public MessageAssert withDeadLetterReason(String reason) {
        return has("the reason", reason, reason(actual));
    }

    /** Returns the dead-letter reason, or null if the message is no dead letter. */
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
