package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Group of the commands on the whole store. */
@Command(
        name = "store",
        sortOptions = false,
        description = "Store: show, alter, outcome, rescue.",
        subcommands = {
            StoreShowCommand.class,
            StoreAlterCommand.class,
            StoreOutcomeCommand.class,
            StoreRescueCommand.class
        })
public final class StoreCommandGroup {}
