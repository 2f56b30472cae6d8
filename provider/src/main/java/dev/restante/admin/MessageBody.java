package dev.restante.admin;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of a message. Objects are never deserialised. */
public sealed interface MessageBody {

    /** There is none: a message without a body, or one whose body is null. */
    record Absent() implements MessageBody {}

    /** Of a text message. */
    record Text(String text) implements MessageBody {}

    /** Of a bytes message. */
    record Bytes(byte[] bytes) implements MessageBody {}

    /**
     * Of a bytes message, stored apart because it is large (LRG-01): a consumer or a browser reads it as a stream.
     *
     * @param lengthBytes its length
     */
    record Apart(long lengthBytes) implements MessageBody {}

    /** Of a map message; values are primitives in their wrappers, String, byte[] or null. */
    record Entries(Map<String, @Nullable Object> entries) implements MessageBody {
        public Entries {
            entries = Collections.unmodifiableMap(entries);
        }
    }

    /** Of a stream message; values are primitives in their wrappers, String, byte[] or null. */
    record Values(List<@Nullable Object> values) implements MessageBody {
        public Values {
            values = Collections.unmodifiableList(values);
        }
    }

    /** Of an object message, as it was serialised. */
    record Serialized(byte[] bytes) implements MessageBody {}

    /** It can't be read. */
    record Damaged(String why) implements MessageBody {}
}
