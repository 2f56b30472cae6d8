package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Queues: list, show, create, alter, pause, resume, disable, copy, delete. */
@Command(
        name = "queue",
        sortOptions = false,
        description = "Queues: list, show, create, alter, pause, resume, disable, copy, delete.",
        subcommands = {
            QueueList.class,
            QueueShow.class,
            QueueCreate.class,
            QueueAlter.class,
            QueuePause.class,
            QueueResume.class,
            QueueDisable.class,
            QueueCopy.class,
            QueueDelete.class
        })
public final class QueueCommand {}
