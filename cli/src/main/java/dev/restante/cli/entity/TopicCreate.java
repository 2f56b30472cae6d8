package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code restante topic create}. */
@Command(name = "create", sortOptions = false, description = "Creates a topic.")
final class TopicCreate extends StoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The new topic")
    private String name = "";

    @Mixin
    private final TopicOptionArguments options = new TopicOptionArguments();

    TopicCreate(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        TopicDescription created = store.admin().topics().create(name, options.applied(TopicOptions.defaults()));
        output().done(Descriptions.of(created), "created topic " + name);
        return ExitCode.OK;
    }
}
