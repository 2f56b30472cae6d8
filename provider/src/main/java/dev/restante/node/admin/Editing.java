package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration.Edit;
import dev.restante.broker.MessageAdministration.Header;
import dev.restante.broker.SendRequest;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LosslessUtf8;
import dev.restante.model.codec.MessageHeadCodec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The application of an edit to a message. */
final class Editing {

    /** A message as it was edited. */
    record Edited(SendRequest.Content content, int priority) {}

    private Editing() {}

    /**
     * Edits a message.
     *
     * @param message as it is now, its properties as settlements changed them
     * @return null for one whose body the edit can't replace
     * @throws BrokerException with INVALID_ARGUMENT if headers and properties become too large
     */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    static @Nullable Edited edited(StoredMessage message, Edit edit) {
        MessageHead head = message.head();
        String text = edit.text();
        if (text != null && head.bodyKind() != BodyKind.TEXT) {
            return null;
        }
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(head.properties());
        edit.properties().forEach((name, value) -> {
            if (value == null) {
                properties.remove(name);
            } else {
                properties.put(name, value);
            }
        });
        Header type = edit.type();
        Header correlationId = edit.correlationId();
        SendRequest.Content content = new SendRequest.Content(
                head.bodyKind(),
                properties,
                correlationId == null ? head.correlationId() : correlationId.value(),
                head.replyTo(),
                type == null ? head.type() : type.value(),
                text == null ? message.body() : LosslessUtf8.encode(text));
        requireHeadWithinLimit(content);
        Integer priority = edit.priority();
        return new Edited(content, priority == null ? head.priority() : priority);
    }

    private static void requireHeadWithinLimit(SendRequest.Content content) {
        int bytes = MessageHeadCodec.encode(new MessageHead(
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
        if (bytes > SendRequest.MOST_HEAD_BYTES) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "headers and properties of an edited message take " + bytes + " bytes; the limit is "
                            + SendRequest.MOST_HEAD_BYTES + ". Put large data into the body");
        }
    }
}
