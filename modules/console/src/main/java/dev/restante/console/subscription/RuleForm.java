package dev.restante.console.subscription;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.rule.RuleText;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * HTML form of a subscription rule.
 *
 * @param subscription the full name of the subscription
 * @param name the name of the rule
 */
record RuleForm(String subscription, String name, RuleText text) {

    /** Name of the parameter that contains the full name of the subscription. */
    static final String SUBSCRIPTION = "name";

    /** Name of the parameter that contains the name of the rule. */
    static final String RULE = "rule";

    static final String SELECTOR = "selector";

    /**
     * Name of the parameter for the values to match.
     *
     * <p>It is not {@code matches}, because a field with the name of a DOM method would hide that method from scripts.
     */
    static final String VALUES = "match";

    static final String SETTINGS = "set";
    static final String REMOVALS = "unset";
    static final String COPY = "copy";

    static final ParameterDefinition SUBSCRIPTION_PARAMETER =
            ParameterDefinition.entityName("Full name of a durable subscription");

    static final List<ParameterDefinition> RULE_PARAMETERS =
            List.of(SUBSCRIPTION_PARAMETER, ParameterDefinition.required(RULE, JsonSchema.string("Name of the rule")));

    static final List<ParameterDefinition> PARAMETERS = Stream.concat(
                    RULE_PARAMETERS.stream(),
                    Stream.of(
                            ParameterDefinition.optional(
                                    SELECTOR,
                                    JsonSchema.string(
                                            "JMS selector; cannot be combined with match; without both, the rule"
                                                    + " matches all messages")),
                            ParameterDefinition.optional(
                                    VALUES,
                                    JsonSchema.list(
                                            "Values to match",
                                            JsonSchema.string("NAME=VALUE or NAME:TYPE=VALUE, on one line"))),
                            ParameterDefinition.optional(
                                    SETTINGS,
                                    JsonSchema.list(
                                            "Properties to set in a separate copy of the message",
                                            JsonSchema.string("NAME=VALUE or NAME:TYPE=VALUE"))),
                            ParameterDefinition.optional(
                                    REMOVALS,
                                    JsonSchema.list(
                                            "Properties to remove from a separate copy of the message",
                                            JsonSchema.string("Property name"))),
                            ParameterDefinition.optional(
                                    COPY, JsonSchema.bool("True to create a separate copy even without changes"))))
            .toList();

    static RuleForm of(RequestParameters form) {
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

    /** Returns all values of a parameter. A page sends them as lines of one text, a script as a list. */
    private static List<String> lines(RequestParameters form, String name) {
        return form.all().getOrDefault(name, List.of()).stream()
                .flatMap(String::lines)
                .filter(line -> !line.isBlank())
                .toList();
    }

    static RuleForm empty(String subscription) {
        return new RuleForm(subscription, "", new RuleText(null, List.of(), List.of(), List.of(), false));
    }

    /** Returns whether the form can edit the rule. A value with several lines would become several values. */
    boolean isEditable() {
        return List.of(text.conditions(), text.propertyAssignments(), text.removedProperties()).stream()
                .flatMap(List::stream)
                .allMatch(line -> line.lines().count() == 1);
    }

    /**
     * Returns the rule.
     *
     * @throws RequestRejectedException if the rule is invalid
     */
    SubscriptionRule rule() {
        try {
            return text.rule(name);
        } catch (IllegalArgumentException e) {
            throw new RequestRejectedException(400, ErrorCodes.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        }
    }

    HtmlElement element(PageLayout layout, String action, String button) {
        boolean fixed = action.equals(AlterRuleAction.NAME);
        HtmlElement form =
                layout.form(action).with("class", "fields").add(PageLayout.hidden(SUBSCRIPTION, subscription));
        if (fixed) {
            form.add(PageLayout.hidden(RULE, name));
        } else {
            form.add(field(RULE, "Name", input(RULE, name), null));
        }
        return form.add(
                field(
                        SELECTOR,
                        "Selector",
                        area(SELECTOR, text.selector()),
                        "Matches messages that the selector matches."),
                field(
                        VALUES,
                        "Values",
                        area(VALUES, String.join("\n", text.conditions())),
                        "Matches these values of properties, JMSCorrelationID, JMSMessageID, JMSReplyTo or JMSType, one"
                                + " NAME=VALUE or NAME:TYPE=VALUE per line. Without a selector and values, the"
                                + " rule matches all"
                                + " messages."),
                field(
                        SETTINGS,
                        "Properties to set",
                        area(SETTINGS, String.join("\n", text.propertyAssignments())),
                        "Properties to set in a separate copy, one NAME=VALUE or NAME:TYPE=VALUE per line."),
                field(
                        REMOVALS,
                        "Properties to remove",
                        area(REMOVALS, String.join("\n", text.removedProperties())),
                        "Names of properties to remove from a separate copy, one per line."),
                field(
                        COPY,
                        "Separate copy",
                        copy(),
                        "Creates a separate copy with the name of the rule, even without changes."),
                tag("div").with("class", "actions").add(tag("button", button).with("type", "submit")));
    }

    private static HtmlElement field(String name, String label, HtmlElement input, @Nullable String note) {
        HtmlElement field = tag("div").add(tag("label", label).with("for", name), input);
        return note == null
                ? field
                : field.add(tag("p", note).with("class", "note").with("id", note(name)));
    }

    private static String note(String name) {
        return name + "-note";
    }

    private static HtmlElement input(String name, String value) {
        return tag("input")
                .with("id", name)
                .with("name", name)
                .with("maxlength", "500")
                .with("value", value);
    }

    private static HtmlElement area(String name, @Nullable String value) {
        return tag("textarea", value == null ? "" : value)
                .with("id", name)
                .with("name", name)
                .with("rows", "2")
                .with("aria-describedby", note(name));
    }

    private HtmlElement copy() {
        HtmlElement box = tag("input")
                .with("id", COPY)
                .with("name", COPY)
                .with("type", "checkbox")
                .with("value", "true")
                .with("aria-describedby", note(COPY));
        return text.alwaysCopy() ? box.with("checked", "checked") : box;
    }
}
