package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** The whole store: show, alter, outcome, rescue. */
@Command(
        name = "store",
        sortOptions = false,
        description = "The whole store: show, alter, outcome, rescue.",
        subcommands = {StoreShow.class, StoreAlter.class, StoreOutcome.class, StoreRescueCommand.class})
public final class StoreGroup {}
