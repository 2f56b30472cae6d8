package dev.restante.jms.message.object;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Elements or key-value pairs of a serialized collection before they are hashed, in the order of the stream. Not
 * thread-safe.
 *
 * @param keys the keys, or the elements
 * @param values the value of each key; empty for elements
 */
record UnhashedEntries(List<@Nullable Object> keys, List<@Nullable Object> values) {

    UnhashedEntries() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    void readElements(ObjectInputStream input, int count) throws IOException, ClassNotFoundException {
        for (int index = 0; index < count; index++) {
            keys.add(input.readObject());
        }
    }

    void readPairs(ObjectInputStream input, int count) throws IOException, ClassNotFoundException {
        for (int index = 0; index < count; index++) {
            add(input.readObject(), input.readObject());
        }
    }

    void add(@Nullable Object key, @Nullable Object value) {
        keys.add(key);
        values.add(value);
    }

    void putInto(Map<@Nullable Object, @Nullable Object> table) {
        for (int index = 0; index < keys.size(); index++) {
            table.put(keys.get(index), values.get(index));
        }
    }
}
