package dev.restante.cli.entity;

import picocli.CommandLine.Command;

/** Group of the commands on topics. */
@Command(
        name = "topic",
        sortOptions = false,
        description = "Topics: list, show, create, alter, pause, resume, disable, copy, delete.",
        subcommands = {
            TopicListCommand.class,
            TopicShowCommand.class,
            TopicCreateCommand.class,
            TopicAlterCommand.class,
            TopicPauseCommand.class,
            TopicResumeCommand.class,
            TopicDisableCommand.class,
            TopicCopyCommand.class,
            TopicDeleteCommand.class
        })
public final class TopicCommandGroup {}
