package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
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
        TopicOptions now = store.admin().topics().topic(name).options();
        TopicDescription altered = store.admin().topics().alter(name, now.configured(texts()));
        output().done(Descriptions.of(altered), "altered topic " + name);
        return ExitCode.OK;
    }
}
