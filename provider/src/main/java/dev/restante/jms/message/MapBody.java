package dev.restante.jms.message;

import jakarta.jms.MessageFormatException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Body of a map message in insertion order, decoded on first read and encoded once. Not thread-safe. */
final class MapBody {

    private @Nullable Map<String, @Nullable Object> entries;
    private byte @Nullable [] encoded;

    /** Creates a body from its encoded form, or an empty body from null. */
    MapBody(byte @Nullable [] encoded) {
        this.encoded = encoded;
    }

    @Nullable
    Object get(String name) throws MessageFormatException {
        return entries().get(name);
    }

    boolean contains(String name) throws MessageFormatException {
        return entries().containsKey(name);
    }

    Set<String> names() throws MessageFormatException {
        return new LinkedHashSet<>(entries().keySet());
    }

    void put(String name, @Nullable Object value) throws MessageFormatException {
        entries().put(name, ValueConverter.toBodyValue(name, value));
        encoded = null;
    }

    Map<String, @Nullable Object> copy() throws MessageFormatException {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        for (Map.Entry<String, @Nullable Object> entry : entries().entrySet()) {
            copy.put(entry.getKey(), ValueConverter.toBodyValue(entry.getKey(), entry.getValue()));
        }
        return copy;
    }

    byte[] encoded() {
        if (encoded == null) {
            encoded = StoredBodyCodec.ofMap(entries == null ? Map.of() : entries);
        }
        return encoded;
    }

    private Map<String, @Nullable Object> entries() throws MessageFormatException {
        Map<String, @Nullable Object> decoded = entries;
        if (decoded == null) {
            decoded = encoded == null ? new LinkedHashMap<>() : StoredBodyCodec.toMap(encoded);
            entries = decoded;
        }
        return decoded;
    }
}
