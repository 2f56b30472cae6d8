package dev.restante.cli.migrate;

import picocli.CommandLine.Command;

/** Group of the commands that translate the configuration of other providers. */
@Command(
        name = "migrate",
        sortOptions = false,
        description = "Commands for the configuration of other providers: artemis.",
        subcommands = ArtemisCommand.class)
public final class MigrateCommandGroup {}
