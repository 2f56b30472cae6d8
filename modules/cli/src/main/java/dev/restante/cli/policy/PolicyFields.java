package dev.restante.cli.policy;

import dev.restante.admin.Policy;
import dev.restante.cli.shell.ConstantText;
import dev.restante.console.json.JsonObject;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;

/** Converter of policies to output fields. */
final class PolicyFields {

    private PolicyFields() {}

    static JsonObject of(Policy policy) {
        JsonObject options = new JsonObject();
        QueueOption.all().stream()
                .filter(option -> isSet(policy, option))
                .forEach(option -> options.with(option.name(), policy.options().get(option)));
        return new JsonObject()
                .with("pattern", policy.pattern())
                .with("kind", ConstantText.format(policy.kind().name()))
                .with("precedence", policy.precedence())
                .with("options", options);
    }

    /** Returns the row of a table, with all options of the policy in one text. */
    static JsonObject row(Policy policy) {
        String options = QueueOption.all().stream()
                .filter(option -> isSet(policy, option))
                .map(option -> option.name() + "=" + text(policy, option))
                .reduce((left, right) -> left + ", " + right)
                .orElse("");
        return of(policy).with("options", options);
    }

    private static boolean isSet(Policy policy, QueueOption<?> option) {
        return policy.options().origin(option).equals(OptionOrigin.ENTITY);
    }

    private static <T> String text(Policy policy, QueueOption<T> option) {
        return option.format(policy.options().get(option));
    }
}
