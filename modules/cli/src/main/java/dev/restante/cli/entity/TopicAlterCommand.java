package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante topic alter}: changes the specified options of a topic, which may be in use. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Changes the specified options of a topic, which may be in use.")
final class TopicAlterCommand extends EntityOptionsCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the topic")
    private String name = "";

    TopicAlterCommand(CommandContext context) {
        super(context, OptionArguments.forAlteration(QueueOption.topicOptions()));
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        store.admin().alterOptions(EntityType.TOPIC, name, changedOptions(), removedOptions());
        output().result(EntityFields.of(store.admin().topics().topic(name)), "altered topic " + name);
        return ExitCode.OK;
    }
}
