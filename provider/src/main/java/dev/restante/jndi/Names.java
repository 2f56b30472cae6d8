package dev.restante.jndi;

import java.util.Collections;
import javax.naming.CompositeName;
import javax.naming.InvalidNameException;
import javax.naming.Name;

/** Names of the naming context: their components, joined and quoted. */
final class Names {

    private Names() {}

    /** Without the empty component before a leading slash: {@code /orders} is {@code orders}. */
    static Name withoutRoot(Name name) {
        return name.size() > 1 && name.get(0).isEmpty() ? name.getSuffix(1) : name;
    }

    /** The components as one text, without quotes and escapes. */
    static String plain(Name name) {
        return String.join("/", Collections.list(name.getAll()));
    }

    /** One component as a composite name, quoted where that is necessary. */
    static String quoted(String component) {
        try {
            return new CompositeName().add(component).toString();
        } catch (InvalidNameException e) {
            throw new IllegalArgumentException("no component of a name: " + component, e);
        }
    }
}
