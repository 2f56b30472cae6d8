package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** The whole store: show, alter. */
@Command(
        name = "store",
        sortOptions = false,
        description = "The whole store: show, alter.",
        subcommands = {StoreShow.class, StoreAlter.class})
final class StoreGroup {}
