package dev.restante.cli.message;

import dev.restante.admin.MessagesAdmin;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.OpenStore;
import jakarta.jms.JMSException;
import picocli.CommandLine.Option;

/** The option of commands that are about a topic too: what is sent to it repeatedly waits there. */
final class TopicOption {

    @Option(names = "--topic", description = "NAME is a topic: what is sent to it repeatedly")
    private boolean topic;

    /** The messages that the command is about. */
    MessagesAdmin messages(OpenStore store, EntityArgument entity) throws JMSException {
        return topic
                ? store.admin().topics().messages(entity.name())
                : store.admin().messages(entity.name());
    }
}
