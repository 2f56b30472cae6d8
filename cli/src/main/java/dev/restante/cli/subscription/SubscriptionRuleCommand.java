package dev.restante.cli.subscription;

import picocli.CommandLine.Command;

/** The rules of subscriptions: list, add, alter, remove. */
@Command(
        name = "rule",
        sortOptions = false,
        description = "The rules of a durable subscription: list, add, alter, remove.",
        subcommands = {RuleList.class, RuleAdd.class, RuleAlter.class, RuleRemove.class})
final class SubscriptionRuleCommand {}
