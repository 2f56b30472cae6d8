package dev.restante.console.configure;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * HTML form of the options of an entity, with the values that it showed before.
 *
 * @param values the current texts in the form, by option name
 * @param shownValues the texts that the form showed first; a script can omit them. Only values that differ are changed,
 *     so that two users who change different options do not overwrite each other's changes
 * @param origins the texts of the places from which the values come, by option name (POL-04)
 */
record OptionsForm(
        List<QueueOption<?>> options,
        Map<String, String> values,
        Map<String, String> shownValues,
        Map<String, String> origins) {

    private static final String VALUE_PREFIX = "option.";
    private static final String SHOWN_PREFIX = "shown.";

    private static final String WITHOUT_OWN_VALUE = "Empty for the value of a policy, or the default";

    static OptionsForm of(List<QueueOption<?>> options, Map<String, String> values, Map<String, String> origins) {
        return new OptionsForm(options, values, values, origins);
    }

    /** Returns the parameters for options, and optional parameters for the values that a page showed before. */
    static List<ParameterDefinition> parameters(Collection<QueueOption<?>> options) {
        List<ParameterDefinition> parameters = new ArrayList<>();
        for (QueueOption<?> option : options) {
            parameters.add(ParameterDefinition.optional(
                    VALUE_PREFIX + option.name(), JsonSchema.string(description(option) + ". " + WITHOUT_OWN_VALUE)));
            parameters.add(ParameterDefinition.optional(
                    SHOWN_PREFIX + option.name(),
                    JsonSchema.string(
                            "Value that the client has read; if it equals the new value, the option is not changed")));
        }
        return parameters;
    }

    /**
     * Parses a submitted form. An omitted option is unchanged.
     *
     * @throws RequestRejectedException if the form contains an option that this kind of entity does not have
     */
    static OptionsForm parse(List<QueueOption<?>> options, RequestParameters form) {
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> shownValues = new LinkedHashMap<>();
        Set<String> others = new TreeSet<>(form.all().keySet());
        others.removeIf(name -> !name.startsWith(VALUE_PREFIX) && !name.startsWith(SHOWN_PREFIX));
        for (QueueOption<?> option : options) {
            String now = VALUE_PREFIX + option.name();
            String was = SHOWN_PREFIX + option.name();
            others.removeAll(List.of(now, was));
            if (form.has(was)) {
                shownValues.put(option.name(), form.text(was));
            }
            if (form.has(now) || form.has(was)) {
                values.put(option.name(), form.has(now) ? form.text(now).strip() : form.text(was));
            }
        }
        if (!others.isEmpty()) {
            throw RequestRejectedException.badRequest(
                    "The parameter '" + others.iterator().next() + "' is not an option of this kind of entity.");
        }
        return new OptionsForm(options, values, shownValues, Map.of());
    }

    /** Returns the changed values by option name, with an empty text for an own value that is removed. */
    Map<String, String> changes() {
        Map<String, String> changes = new LinkedHashMap<>();
        for (QueueOption<?> option : options) {
            String text = values.get(option.name());
            if (text != null && !text.equals(shownValues.get(option.name()))) {
                changes.put(option.name(), text);
            }
        }
        return changes;
    }

    private static String text(Map<String, String> values, QueueOption<?> option) {
        return values.getOrDefault(option.name(), "");
    }

    List<HtmlElement> fields() {
        List<HtmlElement> fields = new ArrayList<>();
        for (QueueOption<?> option : options) {
            String note = option.name() + "-note";
            fields.add(tag("div")
                    .add(
                            tag("label", option.name()).with("for", option.name()),
                            input(option)
                                    .with("id", option.name())
                                    .with("name", VALUE_PREFIX + option.name())
                                    .with("aria-describedby", note),
                            PageLayout.hidden(SHOWN_PREFIX + option.name(), text(shownValues, option)),
                            tag("p", description(option) + originText(option))
                                    .with("id", note)
                                    .with("class", "note")));
        }
        return fields;
    }

    private String originText(QueueOption<?> option) {
        String origin = origins.get(option.name());
        return origin == null ? "" : ". Now: " + origin;
    }

    private static String description(QueueOption<?> option) {
        return option.description() + (option.type() == Duration.class ? ", such as 500ms, 30s, 1h30m or 7d" : "");
    }

    private HtmlElement input(QueueOption<?> option) {
        String text = text(values, option);
        List<String> choices = option.choices();
        // A text field also shows a stored value that is none of the choices.
        if (choices.isEmpty() || !(text.isEmpty() || choices.contains(text))) {
            return tag("input").with("maxlength", "1000").with("value", text);
        }
        HtmlElement select = tag("select");
        if (option.nullable()) {
            select.add(tag("option", "default").with("value", ""));
        }
        for (String choice : choices) {
            HtmlElement one = tag("option", choice).with("value", choice);
            select.add(choice.equals(text) ? one.with("selected", "selected") : one);
        }
        return select;
    }

    /** Returns a table of the values for users who may not change them. */
    HtmlElement valuesTable() {
        List<HtmlElement> rows = new ArrayList<>();
        for (QueueOption<?> option : options) {
            rows.add(tag("tr")
                    .add(
                            tag("th", option.name()).with("scope", "row"),
                            tag("td").add(tag("bdi", text(values, option))),
                            tag("td").add(tag("bdi", text(origins, option))),
                            HtmlTables.cell(option.description())));
        }
        return HtmlTables.table("Options", List.of("Option", "Value", "Origin", "Description"), rows);
    }
}
