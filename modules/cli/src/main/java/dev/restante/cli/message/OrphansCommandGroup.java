package dev.restante.cli.message;

import picocli.CommandLine.Command;

/** Group of the commands on orphaned messages, whose queue or subscription does not exist. */
@Command(
        name = "orphans",
        sortOptions = false,
        description = "Orphaned messages, whose queue, topic or subscription does not exist: list, move, remove.",
        subcommands = {OrphansListCommand.class, OrphansMoveCommand.class, OrphansRemoveCommand.class})
final class OrphansCommandGroup {}
