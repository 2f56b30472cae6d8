package dev.restante.selector;

import java.util.HashMap;
import java.util.Map;

/** Message that consists of properties only. */
record Properties(Map<String, Object> values) implements SelectableMessage {

    static Properties of(Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            values.put((String) namesAndValues[index], namesAndValues[index + 1]);
        }
        return new Properties(values);
    }

    @Override
    public Object value(String identifier) {
        return values.get(identifier);
    }

    Truth test(String selector) {
        try {
            return Selector.parse(selector).test(this);
        } catch (SelectorSyntaxException invalid) {
            throw new AssertionError(invalid);
        }
    }
}
