package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Topics: list, show, create, alter, pause, resume, disable, copy, delete. */
@Command(
        name = "topic",
        sortOptions = false,
        description = "Topics: list, show, create, alter, pause, resume, disable, copy, delete.",
        subcommands = {
            TopicList.class,
            TopicShow.class,
            TopicCreate.class,
            TopicAlter.class,
            TopicPause.class,
            TopicResume.class,
            TopicDisable.class,
            TopicCopy.class,
            TopicDelete.class
        })
public final class TopicCommand {}
