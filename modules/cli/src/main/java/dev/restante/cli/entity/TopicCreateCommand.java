package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante topic create}: creates a topic. */
@Command(name = "create", sortOptions = false, description = "Creates a topic.")
final class TopicCreateCommand extends EntityOptionsCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the new topic")
    private String name = "";

    TopicCreateCommand(CommandContext context) {
        super(context, OptionArguments.forCreation(QueueOption.topicOptions()));
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        TopicDescription created =
                store.admin().topics().create(name, TopicOptions.defaults().withTexts(changedOptions()));
        output().result(EntityFields.of(created), "created topic " + name);
        return ExitCode.OK;
    }
}
