package dev.restante.cli.message;

import picocli.CommandLine.Command;

/** Redrives in the background: list, cancel. */
@Command(
        name = "redrive-jobs",
        sortOptions = false,
        description = "Redrives in the background: list, cancel.",
        subcommands = {RedriveJobsList.class, RedriveJobsCancel.class})
final class RedriveJobsCommand {}
