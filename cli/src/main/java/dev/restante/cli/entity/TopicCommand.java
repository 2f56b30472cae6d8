package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Topics: list, show, create, alter, copy, delete. */
@Command(
        name = "topic",
        sortOptions = false,
        description = "Topics: list, show, create, alter, copy, delete.",
        subcommands = {
            TopicList.class,
            TopicShow.class,
            TopicCreate.class,
            TopicAlter.class,
            TopicCopy.class,
            TopicDelete.class
        })
final class TopicCommand {}
