package dev.restante.console.subscription;

import static dev.restante.console.html.Element.tag;

import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Element;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Parameter;
import dev.restante.rule.RuleText;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A rule as a form has it.
 *
 * @param subscription its full name
 * @param name of the rule
 */
record RuleForm(String subscription, String name, RuleText text) {

    /** The parameter that names the subscription. */
    static final String SUBSCRIPTION = "name";

    /** The parameter that names the rule. */
    static final String RULE = "rule";

    static final String SELECTOR = "selector";

    /** No field has the name of a method of forms, which it would hide from scripts of other tools: not "matches". */
    static final String VALUES = "values";

    static final String SETTINGS = "settings";
    static final String REMOVALS = "removals";
    static final String COPY = "copy";

    /** The parameters that name a subscription. */
    static final Parameter OF_SUBSCRIPTION = Parameter.name("The full name of a durable subscription");

    /** The parameters that name a rule of a subscription. */
    static final List<Parameter> NAMING =
            List.of(OF_SUBSCRIPTION, Parameter.required(RULE, Shape.text("The name of the rule")));

    /** The parameters that tell a whole rule. */
    static final List<Parameter> PARAMETERS = Stream.concat(
                    NAMING.stream(),
                    Stream.of(
                            Parameter.optional(SELECTOR, Shape.text("Of JMS. It, or values; without both, all")),
                            Parameter.optional(
                                    VALUES,
                                    Shape.list(
                                            "Values to match",
                                            Shape.text("NAME=VALUE or NAME:TYPE=VALUE, in one line"))),
                            Parameter.optional(
                                    SETTINGS,
                                    Shape.list("Properties that its copy gets", Shape.text("In the same form"))),
                            Parameter.optional(
                                    REMOVALS, Shape.list("Properties that its copy loses", Shape.text("A name"))),
                            Parameter.optional(
                                    COPY, Shape.truth("Whether it has a copy of its own, also if nothing is changed"))))
            .toList();

    /** The rule that a form tells. */
    static RuleForm of(Parameters form) {
        return new RuleForm(
                form.required(SUBSCRIPTION),
                form.text(RULE),
                new RuleText(
                        form.textOrNull(SELECTOR),
                        lines(form, VALUES),
                        lines(form, SETTINGS),
                        lines(form, REMOVALS),
                        form.truth(COPY)));
    }

    /** A page has them all in one text, a script one by one. */
    private static List<String> lines(Parameters form, String name) {
        return form.all().getOrDefault(name, List.of()).stream()
                .flatMap(String::lines)
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** An empty one. */
    static RuleForm empty(String subscription) {
        return new RuleForm(subscription, "", new RuleText(null, List.of(), List.of(), List.of(), false));
    }

    /** False for a rule with a value of several lines, which a form would tear. */
    boolean editable() {
        return List.of(text.matches(), text.settings(), text.removals()).stream()
                .flatMap(List::stream)
                .allMatch(line -> line.lines().count() == 1);
    }

    /**
     * The rule.
     *
     * @throws Refusal if it is none
     */
    SubscriptionRule rule() {
        try {
            return text.rule(name);
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, ErrorCodes.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
    }

    /** The form. */
    Element element(Frame frame, String action, String button) {
        boolean fixed = action.equals(RuleAlter.NAME);
        Element form = frame.form(action).with("class", "fields").add(Frame.hidden(SUBSCRIPTION, subscription));
        if (fixed) {
            form.add(Frame.hidden(RULE, name));
        } else {
            form.add(field(RULE, "Name", input(RULE, name), null));
        }
        return form.add(
                field(SELECTOR, "Selector", area(SELECTOR, text.selector()), "Matches what a selector matches."),
                field(
                        VALUES,
                        "Values",
                        area(VALUES, String.join("\n", text.matches())),
                        "Or matches these values, NAME=VALUE or NAME:TYPE=VALUE, one a line, of properties,"
                                + " JMSCorrelationID, JMSMessageID, JMSReplyTo or JMSType. Without both it matches everything."),
                field(
                        SETTINGS,
                        "Sets",
                        area(SETTINGS, String.join("\n", text.settings())),
                        "Properties that its copy gets, one a line in the same form."),
                field(
                        REMOVALS,
                        "Removes",
                        area(REMOVALS, String.join("\n", text.removals())),
                        "Names of properties that its copy loses, one a line."),
                field(COPY, "A copy of its own", copy(), "It has the name of the rule, also if nothing is changed."),
                tag("div").with("class", "actions").add(tag("button", button).with("type", "submit")));
    }

    private static Element field(String name, String label, Element input, @Nullable String note) {
        Element field = tag("div").add(tag("label", label).with("for", name), input);
        return note == null
                ? field
                : field.add(tag("p", note).with("class", "note").with("id", note(name)));
    }

    private static String note(String name) {
        return name + "-note";
    }

    private static Element input(String name, String value) {
        return tag("input")
                .with("id", name)
                .with("name", name)
                .with("maxlength", "500")
                .with("value", value);
    }

    private static Element area(String name, @Nullable String value) {
        return tag("textarea", value == null ? "" : value)
                .with("id", name)
                .with("name", name)
                .with("rows", "2")
                .with("aria-describedby", note(name));
    }

    private Element copy() {
        Element box = tag("input")
                .with("id", COPY)
                .with("name", COPY)
                .with("type", "checkbox")
                .with("value", "true")
                .with("aria-describedby", note(COPY));
        return text.copy() ? box.with("checked", "checked") : box;
    }
}
