package dev.restante.cli.shell;

import dev.restante.api.DeadLetterQueues;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The queue, dead-letter queue or subscription that a command is about. */
public final class EntityArgument {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "A queue, or a subscription: TOPIC/Subscriptions/CLIENTID:NAME")
    private String name = "";

    @Option(
            names = {"-d", "--dead-letters"},
            description = "Its dead-letter queue, NAME/$DeadLetterQueue")
    private boolean deadLetters;

    /** The full name. */
    public String name() {
        return deadLetters ? DeadLetterQueues.of(name) : name;
    }

    /** The full name of a dead-letter queue, of which the argument may be the source. */
    public String deadLetterQueue() {
        return DeadLetterQueues.of(name);
    }
}
