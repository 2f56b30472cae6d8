package dev.restante.cli.message;

import picocli.CommandLine.Command;

/** Command group for messages without a queue or subscription: list, move, remove. */
@Command(
        name = "orphans",
        sortOptions = false,
        description = "Messages whose queue, topic or subscription the store does not have: list, move, remove.",
        subcommands = {OrphansList.class, OrphansMove.class, OrphansRemove.class})
final class OrphansCommand {}
