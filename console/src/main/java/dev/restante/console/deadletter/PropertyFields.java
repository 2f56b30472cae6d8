package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Element;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Parameter;
import dev.restante.rule.PropertyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The fields of forms that say a property: name, type and value. There can be several rows of them. */
final class PropertyFields {

    private static final String NAME = "property";
    private static final String TYPE = "propertyType";
    private static final String VALUE = "propertyValue";

    /** The types that properties have, by the names that pages show. */
    private enum Type {
        STRING("String"),
        BOOLEAN("Boolean"),
        BYTE("Byte"),
        SHORT("Short"),
        INTEGER("Integer"),
        LONG("Long"),
        FLOAT("Float"),
        DOUBLE("Double");

        private final String shown;

        Type(String shown) {
            this.shown = shown;
        }

        /** The value of a text. */
        @SuppressWarnings("UnusedException") // which says no more
        Object value(String name, String text) {
            try {
                return switch (this) {
                    case STRING -> text;
                    case BOOLEAN -> truth(text);
                    case BYTE, SHORT, LONG, FLOAT, DOUBLE ->
                        PropertyText.parse(name().toLowerCase(Locale.ROOT), text.strip());
                    case INTEGER -> PropertyText.parse("int", text.strip());
                };
            } catch (IllegalArgumentException e) {
                throw Refusal.badRequest("'" + text + "' is no " + shown + " for the property '" + name + "'.");
            }
        }

        private static Boolean truth(String text) {
            String plain = text.strip();
            if (!plain.equals("true") && !plain.equals("false")) {
                throw new IllegalArgumentException(plain);
            }
            return Boolean.valueOf(plain);
        }
    }

    /** The parameters that say them: lists of equal lengths. */
    static final List<Parameter> PARAMETERS = List.of(
            Parameter.optional(NAME, Shape.list("Names of properties", Shape.text("A name"))),
            Parameter.optional(TYPE, Shape.list("Their types, as String and Integer", Shape.text("A type"))),
            Parameter.optional(VALUE, Shape.list("Their values", Shape.text("A value"))));

    private PropertyFields() {}

    /** The names of the properties that a form says, for the log; empty for none. */
    static String set(Parameters form) {
        List<Said> said = of(form);
        return said.isEmpty()
                ? ""
                : ", properties " + said.stream().map(Said::name).toList();
    }

    /** A property that a form says. */
    record Said(String name, Object value) {}

    /** A row with a property. */
    static Element row(String name, Object value) {
        return row(name, value.getClass().getSimpleName(), String.valueOf(value));
    }

    /** A row for another one. */
    static Element emptyRow() {
        return row("", Type.STRING.shown, "");
    }

    private static Element row(String name, String type, String value) {
        Element types = tag("select").with("name", TYPE).with("aria-label", "Type");
        for (Type each : Type.values()) {
            Element option = tag("option", each.shown).with("value", each.shown);
            types.add(each.shown.equals(type) ? option.with("selected", "selected") : option);
        }
        return tag("div")
                .with("class", "actions")
                .add(
                        tag("input")
                                .with("name", NAME)
                                .with("type", "text")
                                .with("aria-label", "Name of the property")
                                .with("value", name),
                        types,
                        tag("input")
                                .with("name", VALUE)
                                .with("type", "text")
                                .with("aria-label", "Value")
                                .with("value", value));
    }

    /**
     * The properties that a form says; rows without a name say none.
     *
     * @throws Refusal for a value that is none of its type, and for a name that is there twice
     */
    static List<Said> of(Parameters form) {
        Map<String, List<String>> all = form.all();
        List<String> names = all.getOrDefault(NAME, List.of());
        List<String> types = all.getOrDefault(TYPE, List.of());
        List<String> values = all.getOrDefault(VALUE, List.of());
        if (types.size() != names.size() || values.size() != names.size()) {
            throw Refusal.badRequest("Each property needs a name, a type and a value.");
        }
        List<Said> said = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i).strip();
            if (name.isEmpty()) {
                continue;
            }
            if (said.stream().anyMatch(other -> other.name().equals(name))) {
                throw Refusal.badRequest("The property '" + name + "' is there twice.");
            }
            said.add(new Said(name, type(types.get(i)).value(name, values.get(i))));
        }
        return said;
    }

    private static Type type(String shown) {
        Optional<Type> found = List.of(Type.values()).stream()
                .filter(type -> type.shown.equals(shown))
                .findFirst();
        return found.orElseThrow(() -> Refusal.badRequest("There is no type '" + shown + "' of properties."));
    }

    /** True if a value is what the form showed: a field of one line has no line ends. */
    static boolean unchanged(Object before, Object said) {
        if (before.equals(said)) {
            return true;
        }
        return before instanceof String text && text.replaceAll("[\r\n]", "").equals(said);
    }
}
