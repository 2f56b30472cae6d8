package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.option.QueueOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante topic create}. */
@Command(name = "create", sortOptions = false, description = "Creates a topic.")
final class TopicCreate extends ConfiguringCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The new topic")
    private String name = "";

    TopicCreate(Shell shell) {
        super(shell, OptionArguments.creating(QueueOption.ofTopics()));
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        TopicDescription created =
                store.admin().topics().create(name, TopicOptions.defaults().configured(texts()));
        output().done(Descriptions.of(created), "created topic " + name);
        return ExitCode.OK;
    }
}
