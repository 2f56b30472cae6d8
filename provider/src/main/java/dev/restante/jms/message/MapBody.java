package dev.restante.jms.message;

import jakarta.jms.MessageFormatException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The named values of a map message, kept in the order in which they were set. What is received is decoded when it is
 * first read, and what is not changed is encoded once. Not thread-safe.
 */
final class MapBody {

    private @Nullable Map<String, @Nullable Object> entries;
    private byte @Nullable [] encoded;

    /** From its encoded form; null for one without values. */
    MapBody(byte @Nullable [] encoded) {
        this.encoded = encoded;
    }

    @Nullable
    Object get(String name) throws MessageFormatException {
        return entries().get(name);
    }

    boolean has(String name) throws MessageFormatException {
        return entries().containsKey(name);
    }

    Set<String> names() throws MessageFormatException {
        return new LinkedHashSet<>(entries().keySet());
    }

    void put(String name, @Nullable Object value) throws MessageFormatException {
        entries().put(name, Conversions.bodyValue(value));
        encoded = null;
    }

    Map<String, @Nullable Object> copy() throws MessageFormatException {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        for (Map.Entry<String, @Nullable Object> entry : entries().entrySet()) {
            copy.put(entry.getKey(), Conversions.bodyValue(entry.getValue()));
        }
        return copy;
    }

    byte[] encoded() {
        if (encoded == null) {
            encoded = BodyEncoding.ofMap(entries == null ? Map.of() : entries);
        }
        return encoded;
    }

    private Map<String, @Nullable Object> entries() throws MessageFormatException {
        Map<String, @Nullable Object> decoded = entries;
        if (decoded == null) {
            decoded = encoded == null ? new LinkedHashMap<>() : BodyEncoding.toMap(encoded);
            entries = decoded;
        }
        return decoded;
    }
}
