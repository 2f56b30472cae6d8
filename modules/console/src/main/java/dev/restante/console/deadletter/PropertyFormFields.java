package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.rule.PropertyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Utility class for editing message properties in a form: renders a row with name, type and value, and parses submitted
 * rows.
 */
final class PropertyFormFields {

    private static final String NAME = "property";
    private static final String TYPE = "propertyType";
    private static final String VALUE = "propertyValue";

    private enum PropertyType {
        STRING("String"),
        BOOLEAN("Boolean"),
        BYTE("Byte"),
        SHORT("Short"),
        INTEGER("Integer"),
        LONG("Long"),
        FLOAT("Float"),
        DOUBLE("Double");

        private final String label;

        PropertyType(String label) {
            this.label = label;
        }

        @SuppressWarnings("UnusedException") // adds no information
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
                throw RequestRejectedException.badRequest(
                        "'" + text + "' is not a valid " + label + " for the property '" + name + "'.");
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

    /** Parameters for properties: three lists of equal length. */
    static final List<ParameterDefinition> PARAMETERS = List.of(
            ParameterDefinition.optional(
                    NAME, JsonSchema.list("Names of the properties", JsonSchema.string("Property name"))),
            ParameterDefinition.optional(
                    TYPE,
                    JsonSchema.list(
                            "Types of the properties, such as String or Integer", JsonSchema.string("Property type"))),
            ParameterDefinition.optional(
                    VALUE, JsonSchema.list("Values of the properties", JsonSchema.string("Property value"))));

    private PropertyFormFields() {}

    /** Returns the names of the submitted properties for the log, or an empty text if there are none. */
    static String propertyNamesText(RequestParameters form) {
        List<PropertyInput> input = of(form);
        return input.isEmpty()
                ? ""
                : ", properties " + input.stream().map(PropertyInput::name).toList();
    }

    record PropertyInput(String name, Object value) {}

    static HtmlElement row(String name, Object value) {
        return row(name, value.getClass().getSimpleName(), String.valueOf(value));
    }

    static HtmlElement emptyRow() {
        return row("", PropertyType.STRING.label, "");
    }

    private static HtmlElement row(String name, String type, String value) {
        HtmlElement types = tag("select").with("name", TYPE).with("aria-label", "Type");
        for (PropertyType each : PropertyType.values()) {
            HtmlElement option = tag("option", each.label).with("value", each.label);
            types.add(each.label.equals(type) ? option.with("selected", "selected") : option);
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
     * Returns the submitted properties. Rows without a name are ignored.
     *
     * @throws RequestRejectedException if a value does not have its type, or if two properties have the same name
     */
    static List<PropertyInput> of(RequestParameters form) {
        Map<String, List<String>> all = form.all();
        List<String> names = all.getOrDefault(NAME, List.of());
        List<String> types = all.getOrDefault(TYPE, List.of());
        List<String> values = all.getOrDefault(VALUE, List.of());
        if (types.size() != names.size() || values.size() != names.size()) {
            throw RequestRejectedException.badRequest("Each property needs a name, a type and a value.");
        }
        List<PropertyInput> input = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i).strip();
            if (name.isEmpty()) {
                continue;
            }
            if (input.stream().anyMatch(other -> other.name().equals(name))) {
                throw RequestRejectedException.badRequest("The property '" + name + "' is specified twice.");
            }
            input.add(new PropertyInput(name, type(types.get(i)).value(name, values.get(i))));
        }
        return input;
    }

    private static PropertyType type(String shown) {
        Optional<PropertyType> found = List.of(PropertyType.values()).stream()
                .filter(type -> type.label.equals(shown))
                .findFirst();
        return found.orElseThrow(
                () -> RequestRejectedException.badRequest("The property type '" + shown + "' is unknown."));
    }

    /** Returns whether a submitted value is the value that the form showed without line ends. */
    static boolean unchanged(Object before, Object said) {
        if (before.equals(said)) {
            return true;
        }
        return before instanceof String text && text.replaceAll("[\r\n]", "").equals(said);
    }
}
