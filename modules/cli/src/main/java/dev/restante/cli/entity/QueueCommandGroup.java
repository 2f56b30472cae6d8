package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Group of the commands on queues. */
@Command(
        name = "queue",
        sortOptions = false,
        description = "Queues: list, show, create, alter, pause, resume, disable, copy, delete, groups.",
        subcommands = {
            QueueListCommand.class,
            QueueShowCommand.class,
            QueueCreateCommand.class,
            QueueAlterCommand.class,
            QueuePauseCommand.class,
            QueueResumeCommand.class,
            QueueDisableCommand.class,
            QueueCopyCommand.class,
            QueueDeleteCommand.class,
            GroupsCommand.class
        })
public final class QueueCommandGroup {}
