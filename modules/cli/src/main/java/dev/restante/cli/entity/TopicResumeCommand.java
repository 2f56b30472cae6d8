package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante topic resume}: resumes sends to a topic and deliveries from its subscriptions. */
@Command(
        name = "resume",
        sortOptions = false,
        description = "Resumes sends to a topic and deliveries from its subscriptions.")
final class TopicResumeCommand extends StatusChangeCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the topic")
    private String name = "";

    TopicResumeCommand(CommandContext context) {
        super(context, "topic", "resumed");
    }

    @Override
    protected String name() {
        return name;
    }

    @Override
    protected EntityStatus change(CommandStore store) throws JMSException {
        return store.admin().topics().resume(name);
    }
}
