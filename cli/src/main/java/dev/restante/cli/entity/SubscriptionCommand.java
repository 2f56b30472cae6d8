package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Subscriptions: list, show, create, alter, copy, delete. */
@Command(
        name = "subscription",
        sortOptions = false,
        description = "Subscriptions: list, show, create, alter, copy, delete.",
        subcommands = {
            SubscriptionList.class,
            SubscriptionShow.class,
            SubscriptionCreate.class,
            SubscriptionAlter.class,
            SubscriptionCopy.class,
            SubscriptionDelete.class
        })
final class SubscriptionCommand {}
