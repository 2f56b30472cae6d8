package dev.restante.jndi;

import java.util.Collections;
import javax.naming.CompositeName;
import javax.naming.InvalidNameException;
import javax.naming.Name;

/** Functions for JNDI composite names: remove a leading slash, convert a name to plain text, and quote a component. */
final class CompositeNames {

    private CompositeNames() {}

    /** Removes the empty component before a leading slash: {@code /orders} becomes {@code orders}. */
    static Name withoutLeadingSlash(Name name) {
        return name.size() > 1 && name.get(0).isEmpty() ? name.getSuffix(1) : name;
    }

    /** Returns the components as one text, without quotes and escapes. */
    static String toPlainText(Name name) {
        return String.join("/", Collections.list(name.getAll()));
    }

    /** Returns a component as a composite name, quoted if necessary. */
    static String quote(String component) {
        try {
            return new CompositeName().add(component).toString();
        } catch (InvalidNameException e) {
            throw new IllegalArgumentException("The text cannot be a component of a name: " + component, e);
        }
    }
}
