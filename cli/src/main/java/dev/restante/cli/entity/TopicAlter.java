package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante topic alter}. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Changes the options that are given, also while the topic is in use.")
final class TopicAlter extends ConfiguringCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The topic")
    private String name = "";

    TopicAlter(Shell shell) {
        super(shell, OptionArguments.altering(QueueOption.ofTopics()));
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        store.admin().alterOptions(EntityType.TOPIC, name, texts());
        output().done(Descriptions.of(store.admin().topics().topic(name)), "altered topic " + name);
        return ExitCode.OK;
    }
}
