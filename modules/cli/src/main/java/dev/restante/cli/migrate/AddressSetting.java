package dev.restante.cli.migrate;

import java.util.Collection;
import java.util.Map;

/**
 * Address setting of a file.
 *
 * @param values the elements by name
 */
record AddressSetting(AddressMatch match, int line, Map<String, XmlElement> values) {

    AddressSetting {
        values = Map.copyOf(values);
    }

    boolean setsAny(Collection<String> elements) {
        return elements.stream().anyMatch(values::containsKey);
    }

    /** Returns whether this setting sets at least those of the given elements that another setting sets. */
    boolean setsAllOf(AddressSetting other, Collection<String> elements) {
        return elements.stream().filter(other.values::containsKey).allMatch(values::containsKey);
    }
}
