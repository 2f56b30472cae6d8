package dev.restante.cli.subscription;

import dev.restante.cli.entity.GroupsCommand;
import picocli.CommandLine.Command;

/** Subscriptions: list, show, create, alter, pause, resume, disable, copy, delete, groups, and their rules. */
@Command(
        name = "subscription",
        sortOptions = false,
        description =
                "Subscriptions: list, show, create, alter, pause, resume, disable, copy, delete, groups, and their rules.",
        subcommands = {
            SubscriptionList.class,
            SubscriptionShow.class,
            SubscriptionCreate.class,
            SubscriptionAlter.class,
            SubscriptionPause.class,
            SubscriptionResume.class,
            SubscriptionDisable.class,
            SubscriptionCopy.class,
            SubscriptionDelete.class,
            GroupsCommand.class,
            SubscriptionRuleCommand.class
        })
public final class SubscriptionCommand {}
