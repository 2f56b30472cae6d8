package dev.restante.admin;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Body of a message as administrators see it, with one subtype for each kind of body; serialized objects remain bytes.
 */
public sealed interface MessageBody {

    /** Missing or null body. */
    record Empty() implements MessageBody {}

    /** Text message body. */
    record Text(String text) implements MessageBody {}

    /** Bytes message body. */
    record Bytes(byte[] bytes) implements MessageBody {}

    /**
     * Large body of a bytes message (LRG-01), which only consumers and browsers can read, as a stream.
     *
     * @param lengthBytes the length of the body
     */
    record Large(long lengthBytes) implements MessageBody {}

    /** Body of a map message, with values of primitive wrapper types, String, byte[] or null. */
    record Entries(Map<String, @Nullable Object> entries) implements MessageBody {
        public Entries {
            entries = Collections.unmodifiableMap(entries);
        }
    }

    /** Body of a stream message, with values of primitive wrapper types, String, byte[] or null. */
    record Values(List<@Nullable Object> values) implements MessageBody {
        public Values {
            values = Collections.unmodifiableList(values);
        }
    }

    /** Body of an object message in its serialized form. */
    record Serialized(byte[] bytes) implements MessageBody {}

    /** Undecodable body. */
    record Unreadable(String why) implements MessageBody {}
}
