package dev.restante.cli.subscription;

import picocli.CommandLine.Command;

/** Group of the commands on rules of durable subscriptions. */
@Command(
        name = "rule",
        sortOptions = false,
        description = "Rules of a durable subscription: list, add, alter, remove.",
        subcommands = {RuleListCommand.class, RuleAddCommand.class, RuleAlterCommand.class, RuleRemoveCommand.class})
final class RuleCommandGroup {}
