package dev.restante.node.admin.message;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration.EditRequest;
import dev.restante.broker.MessageAdministration.HeaderValue;
import dev.restante.broker.SendRequest;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LosslessUtf8;
import dev.restante.model.codec.MessageHeaderCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Editor that applies the changes of an administrator to the body, properties and headers of a dead letter before it is
 * resubmitted.
 */
public final class MessageEditor {

    public record EditedMessage(SendRequest.Content content, int priority) {}

    private MessageEditor() {}

    /**
     * Applies an edit.
     *
     * @param message the message with property changes by settlements
     * @return null if the edit has a text but the message is not a text message
     * @throws BrokerException with INVALID_ARGUMENT if headers and properties become too large
     */
    // The body may be null, but the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    public static @Nullable EditedMessage apply(StoredMessage message, EditRequest edit) {
        MessageHeader header = message.header();
        String text = edit.text();
        if (text != null && header.bodyKind() != BodyKind.TEXT) {
            return null;
        }
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(header.properties());
        edit.properties().forEach((name, value) -> {
            if (value == null) {
                properties.remove(name);
            } else {
                properties.put(name, value);
            }
        });
        HeaderValue type = edit.type();
        HeaderValue correlationId = edit.correlationId();
        SendRequest.Content content = new SendRequest.Content(
                header.bodyKind(),
                properties,
                correlationId == null ? header.correlationId() : correlationId.value(),
                header.replyTo(),
                type == null ? header.type() : type.value(),
                text == null ? message.body() : LosslessUtf8.encode(text));
        requireHeaderWithinLimit(content);
        Integer priority = edit.priority();
        return new EditedMessage(content, priority == null ? header.priority() : priority);
    }

    private static void requireHeaderWithinLimit(SendRequest.Content content) {
        int bytes = MessageHeaderCodec.encode(new MessageHeader(
                        null,
                        DestinationName.queue(""),
                        content.bodyKind(),
                        content.correlationId(),
                        content.replyTo(),
                        content.type(),
                        0,
                        0,
                        0,
                        0,
                        true,
                        content.properties()))
                .length;
        if (bytes > SendRequest.MAX_HEADER_BYTES) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "The headers and properties of the edited message take " + bytes + " bytes, but the limit is "
                            + SendRequest.MAX_HEADER_BYTES + ". Put large data into the body.");
        }
    }
}
