package dev.restante.cli.message;

import picocli.CommandLine.Command;

/**
 * Group of the commands that list and cancel redrive jobs, which move dead letters to their sources or another queue in
 * the background.
 */
@Command(
        name = "redrive-jobs",
        sortOptions = false,
        description = "Redrive jobs in the background: list, cancel.",
        subcommands = {RedriveJobsListCommand.class, RedriveJobsCancelCommand.class})
final class RedriveJobsCommandGroup {}
