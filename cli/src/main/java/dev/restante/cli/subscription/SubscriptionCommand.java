package dev.restante.cli.subscription;

import picocli.CommandLine.Command;

/** Subscriptions: list, show, create, alter, pause, resume, disable, copy, delete, and their rules. */
@Command(
        name = "subscription",
        sortOptions = false,
        description =
                "Subscriptions: list, show, create, alter, pause, resume, disable, copy, delete, and their rules.",
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
            SubscriptionRuleCommand.class
        })
public final class SubscriptionCommand {}
