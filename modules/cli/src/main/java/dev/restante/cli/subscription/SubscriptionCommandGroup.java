package dev.restante.cli.subscription;

import dev.restante.cli.entity.GroupsCommand;
import picocli.CommandLine.Command;

/** Group of the commands on subscriptions and their rules. */
@Command(
        name = "subscription",
        sortOptions = false,
        description =
                "Subscriptions: list, show, create, alter, pause, resume, disable, copy, delete, groups, and their rules.",
        subcommands = {
            SubscriptionListCommand.class,
            SubscriptionShowCommand.class,
            SubscriptionCreateCommand.class,
            SubscriptionAlterCommand.class,
            SubscriptionPauseCommand.class,
            SubscriptionResumeCommand.class,
            SubscriptionDisableCommand.class,
            SubscriptionCopyCommand.class,
            SubscriptionDeleteCommand.class,
            GroupsCommand.class,
            RuleCommandGroup.class
        })
public final class SubscriptionCommandGroup {}
