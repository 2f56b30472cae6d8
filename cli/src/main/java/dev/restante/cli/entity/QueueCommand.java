package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Queues: list, show, create, alter, copy, delete. */
@Command(
        name = "queue",
        sortOptions = false,
        description = "Queues: list, show, create, alter, copy, delete.",
        subcommands = {
            QueueList.class,
            QueueShow.class,
            QueueCreate.class,
            QueueAlter.class,
            QueueCopy.class,
            QueueDelete.class
        })
final class QueueCommand {}
