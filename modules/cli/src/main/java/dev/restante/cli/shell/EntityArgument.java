package dev.restante.cli.shell;

import dev.restante.api.DeadLetterQueueNames;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Argument that names the queue, dead-letter queue or subscription of a command. */
public final class EntityArgument {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Name of a queue or subscription (TOPIC/Subscriptions/CLIENTID:NAME)")
    private String name = "";

    @Option(
            names = {"-d", "--dead-letters"},
            description = "Use the dead-letter queue NAME/$DeadLetterQueue")
    private boolean deadLetters;

    public String name() {
        return deadLetters ? DeadLetterQueueNames.of(name) : name;
    }

    /** Returns the full name of a dead-letter queue, for the name of the queue itself or of its source. */
    public String deadLetterQueue() {
        return DeadLetterQueueNames.of(name);
    }
}
