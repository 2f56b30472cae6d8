package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante topic copy}: creates a topic with the options of another topic, without subscriptions. */
@Command(
        name = "copy",
        sortOptions = false,
        description = "Creates a topic with the options of another topic, without subscriptions.")
final class TopicCopyCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "FROM", description = "Name of the topic whose options are copied")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "Name of the new topic")
    private String to = "";

    TopicCopyCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        TopicDescription created = store.admin().topics().copy(from, to);
        output().result(EntityFields.of(created), "created topic " + to + " with the options of " + from);
        return ExitCode.OK;
    }
}
