package dev.restante.cli.message;

import dev.restante.admin.MessagesAdmin;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import jakarta.jms.JMSException;
import picocli.CommandLine.Option;

/** Option {@code --topic} of commands that act on a queue or on the repeated sends of a topic. */
final class TopicOption {

    @Option(names = "--topic", description = "NAME is a topic, whose repeated sends are meant")
    private boolean topic;

    /** Returns the messages of the queue or topic that the command names. */
    MessagesAdmin messages(CommandStore store, EntityArgument entity) throws JMSException {
        return topic
                ? store.admin().topics().messages(entity.name())
                : store.admin().messages(entity.name());
    }
}
