package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Queues: list, show, create, alter, pause, resume, disable, copy, delete, groups. */
@Command(
        name = "queue",
        sortOptions = false,
        description = "Queues: list, show, create, alter, pause, resume, disable, copy, delete, groups.",
        subcommands = {
            QueueList.class,
            QueueShow.class,
            QueueCreate.class,
            QueueAlter.class,
            QueuePause.class,
            QueueResume.class,
            QueueDisable.class,
            QueueCopy.class,
            QueueDelete.class,
            GroupsCommand.class
        })
public final class QueueCommand {}
