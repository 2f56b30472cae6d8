package dev.restante.console.configure;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Element;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Parameter;
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
 * The options of something as a form has them, made from their definitions.
 *
 * @param texts what stands in the form, by the names of the options that are in it
 * @param before what stood in it first; a script need not tell it. Only what differs is changed, so that two who
 *     alter different options do not undo each other's
 */
record OptionForm(List<QueueOption<?>> table, Map<String, String> texts, Map<String, String> before) {

    private static final String NOW = "option.";
    private static final String BEFORE = "before.";

    /** A form that shows what is. */
    static OptionForm of(List<QueueOption<?>> table, Map<String, String> values) {
        return new OptionForm(table, values, values);
    }

    /** The parameters of options; those that tell what was there before are optional, as scripts need none. */
    static List<Parameter> parameters(Collection<QueueOption<?>> options) {
        List<Parameter> parameters = new ArrayList<>();
        for (QueueOption<?> option : options) {
            parameters.add(Parameter.optional(
                    NOW + option.name(), Shape.text(description(option) + ". Empty for its default")));
            parameters.add(Parameter.optional(
                    BEFORE + option.name(),
                    Shape.text("Its value as it was read: nothing is changed if it is the same as the new one")));
        }
        return parameters;
    }

    /**
     * A form that was sent; an option that is not in it has not changed.
     *
     * @throws Refusal for an option that is not in the table
     */
    static OptionForm sent(List<QueueOption<?>> table, Parameters form) {
        Map<String, String> texts = new LinkedHashMap<>();
        Map<String, String> before = new LinkedHashMap<>();
        Set<String> others = new TreeSet<>(form.all().keySet());
        others.removeIf(name -> !name.startsWith(NOW) && !name.startsWith(BEFORE));
        for (QueueOption<?> option : table) {
            String now = NOW + option.name();
            String was = BEFORE + option.name();
            others.removeAll(List.of(now, was));
            if (form.has(was)) {
                before.put(option.name(), form.text(was));
            }
            if (form.has(now) || form.has(was)) {
                texts.put(option.name(), form.has(now) ? form.text(now).strip() : form.text(was));
            }
        }
        if (!others.isEmpty()) {
            throw Refusal.badRequest(
                    "There is no parameter '" + others.iterator().next() + "' for what has this kind.");
        }
        return new OptionForm(table, texts, before);
    }

    /** The changes, as options read them; an empty field means the default. */
    Map<String, String> changes() {
        Map<String, String> changes = new LinkedHashMap<>();
        for (QueueOption<?> option : table) {
            String text = texts.get(option.name());
            if (text != null && !text.equals(before.get(option.name()))) {
                changes.put(option.name(), text.isEmpty() ? option.resetText() : text);
            }
        }
        return changes;
    }

    private static String text(Map<String, String> texts, QueueOption<?> option) {
        return texts.getOrDefault(option.name(), "");
    }

    /** The fields. */
    List<Element> fields() {
        List<Element> fields = new ArrayList<>();
        for (QueueOption<?> option : table) {
            String note = option.name() + "-note";
            fields.add(tag("div")
                    .add(
                            tag("label", option.name()).with("for", option.name()),
                            input(option)
                                    .with("id", option.name())
                                    .with("name", NOW + option.name())
                                    .with("aria-describedby", note),
                            Frame.hidden(BEFORE + option.name(), text(before, option)),
                            tag("p", description(option)).with("id", note).with("class", "note")));
        }
        return fields;
    }

    private static String description(QueueOption<?> option) {
        return option.description() + (option.type() == Duration.class ? ", such as 500ms, 30s, 1h30m or 7d" : "");
    }

    private Element input(QueueOption<?> option) {
        String text = text(texts, option);
        List<String> choices = option.choices();
        // What is none of the choices has to be seen, too.
        if (choices.isEmpty() || !(text.isEmpty() || choices.contains(text))) {
            return tag("input").with("maxlength", "1000").with("value", text);
        }
        Element select = tag("select");
        if (option.nullable()) {
            select.add(tag("option", "default").with("value", ""));
        }
        for (String choice : choices) {
            Element one = tag("option", choice).with("value", choice);
            select.add(choice.equals(text) ? one.with("selected", "selected") : one);
        }
        return select;
    }

    /** A table of the values, for whoever can't change them. */
    Element shown() {
        List<Element> rows = new ArrayList<>();
        for (QueueOption<?> option : table) {
            rows.add(tag("tr")
                    .add(
                            tag("th", option.name()).with("scope", "row"),
                            tag("td").add(tag("bdi", text(texts, option))),
                            Tables.cell(option.description())));
        }
        return Tables.table("Options", List.of("Option", "Value", "What it does"), rows);
    }
}
