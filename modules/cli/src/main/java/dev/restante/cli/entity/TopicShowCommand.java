package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante topic show}: shows a topic with its options. */
@Command(name = "show", sortOptions = false, description = "Shows a topic with its options.")
final class TopicShowCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the topic")
    private String name = "";

    TopicShowCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        output().object(EntityFields.of(store.admin().topics().topic(name)));
        return ExitCode.OK;
    }
}
