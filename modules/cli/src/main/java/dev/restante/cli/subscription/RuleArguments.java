package dev.restante.cli.subscription;

import dev.restante.cli.shell.TypedValueParser;
import dev.restante.console.json.JsonObject;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.RuleText;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command-line arguments that describe a subscription rule, and the output fields of a rule. */
final class RuleArguments {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Full name of the subscription, TOPIC/Subscriptions/CLIENTID:NAME, as shown by list")
    private String subscription = "";

    @Parameters(index = "1", paramLabel = "RULE", description = "Name of the rule")
    private String name = "";

    @Option(names = "--selector", paramLabel = "SELECTOR", description = "Match messages that this selector matches")
    private @Nullable String selector;

    @Option(
            names = "--match",
            paramLabel = "NAME[:TYPE]=VALUE",
            description = {
                "Match messages with this value in a property or in JMSCorrelationID, JMSMessageID, JMSReplyTo"
                        + " or JMSType.",
                "A message must match all --match options. Without --selector and --match, the rule matches all"
                        + " messages."
            })
    private List<String> matches = List.of();

    @Option(
            names = "--set",
            paramLabel = "NAME[:TYPE]=VALUE",
            description = "Create a separate copy of each matching message, in which this property is set")
    private List<String> propertiesToSet = List.of();

    @Option(
            names = "--unset",
            paramLabel = "NAME",
            description = "Create a separate copy of each matching message, in which this property is removed")
    private List<String> propertiesToRemove = List.of();

    @Option(
            names = "--copy",
            description = "Create a separate copy of each matching message, in which only RuleName is set")
    private boolean copy;

    String subscription() {
        return subscription;
    }

    SubscriptionRule rule() {
        return new RuleText(selector, matches, propertiesToSet, propertiesToRemove, copy).rule(name);
    }

    static JsonObject fields(SubscriptionRule rule) {
        JsonObject json = new JsonObject().with("name", rule.name());
        if (rule.filter() instanceof RuleFilter.SelectorFilter selected) {
            json.with("selector", selected.selector());
        } else if (rule.filter() instanceof RuleFilter.CorrelationFilter correlated) {
            json.with("match", typed(correlated.values()));
        }
        RuleAction action = rule.action();
        return action == null ? json : json.with("set", typed(action.changes()));
    }

    private static JsonObject typed(Map<String, ? extends @Nullable Object> values) {
        JsonObject typed = new JsonObject();
        values.forEach((name, value) -> typed.with(name, TypedValueParser.WRITER.value(value)));
        return typed;
    }

    static JsonObject row(SubscriptionRule rule) {
        return new JsonObject()
                .with("name", rule.name())
                .with("filter", RuleText.display(rule.filter()))
                .with("action", RuleText.display(rule.action()));
    }
}
