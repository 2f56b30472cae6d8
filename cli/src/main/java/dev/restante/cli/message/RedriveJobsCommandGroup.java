package dev.restante.cli.message;

import picocli.CommandLine.Command;

/** Group of the commands on background redrives. */
@Command(
        name = "redrive-jobs",
        sortOptions = false,
        description = "Redrive jobs in the background: list, cancel.",
        subcommands = {RedriveJobsListCommand.class, RedriveJobsCancelCommand.class})
final class RedriveJobsCommandGroup {}
