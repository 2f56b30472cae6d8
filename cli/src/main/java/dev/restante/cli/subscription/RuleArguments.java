package dev.restante.cli.subscription;

import dev.restante.cli.shell.TypedValue;
import dev.restante.console.json.Fields;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.RuleText;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A rule of a subscription as it is given to commands, and as they show it. */
final class RuleArguments {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Its full name, TOPIC/Subscriptions/CLIENTID:NAME, as list tells it")
    private String subscription = "";

    @Parameters(index = "1", paramLabel = "RULE", description = "The name of the rule")
    private String name = "";

    @Option(names = "--selector", paramLabel = "SELECTOR", description = "Matches what a selector matches")
    private @Nullable String selector;

    @Option(
            names = "--match",
            paramLabel = "NAME[:TYPE]=VALUE",
            description = {
                "Matches messages with this value in a property, or in JMSCorrelationID, JMSMessageID, JMSReplyTo or JMSType;",
                "several are wanted together. Without --selector and --match the rule matches every message"
            })
    private List<String> matches = List.of();

    @Option(
            names = "--set",
            paramLabel = "NAME[:TYPE]=VALUE",
            description = "Gives what the rule matches a copy of its own with this property")
    private List<String> settings = List.of();

    @Option(names = "--unset", paramLabel = "NAME", description = "Gives it a copy of its own without this property")
    private List<String> removals = List.of();

    @Option(names = "--copy", description = "Gives it a copy of its own that has the name of the rule")
    private boolean copy;

    String subscription() {
        return subscription;
    }

    SubscriptionRule rule() {
        return new RuleText(selector, matches, settings, removals, copy).rule(name);
    }

    /** As JSON fields. */
    static Fields fields(SubscriptionRule rule) {
        Fields fields = new Fields().with("name", rule.name());
        if (rule.filter() instanceof RuleFilter.Selected selected) {
            fields.with("selector", selected.selector());
        } else if (rule.filter() instanceof RuleFilter.Correlated correlated) {
            fields.with("match", typed(correlated.values()));
        }
        RuleAction action = rule.action();
        return action == null ? fields : fields.with("set", typed(action.changes()));
    }

    private static Fields typed(Map<String, ? extends @Nullable Object> values) {
        Fields typed = new Fields();
        values.forEach((name, value) -> typed.with(name, TypedValue.WRITTEN.value(value)));
        return typed;
    }

    /** As the row of a table. */
    static Fields row(SubscriptionRule rule) {
        return new Fields()
                .with("name", rule.name())
                .with("filter", RuleText.shown(rule.filter()))
                .with("action", RuleText.shown(rule.action()));
    }
}
