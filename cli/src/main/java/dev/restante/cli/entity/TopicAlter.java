package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante topic alter}. */
@Command(
        name = "alter",
        sortOptions = false,
        description = "Changes the options that are given, also while the topic is in use.")
final class TopicAlter extends StoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "The topic")
    private String name = "";

    @Mixin
    private final TopicOptionArguments options = new TopicOptionArguments();

    @Option(
            names = "--reset",
            paramLabel = "OPTION",
            split = ",",
            description = "Takes options back to their defaults, by their names without dashes")
    private List<String> reset = List.of();

    TopicAlter(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        TopicOptions now = store.admin().topics().topic(name).options();
        TopicDescription altered =
                store.admin().topics().alter(name, options.applied(TopicOptionArguments.reset(now, reset)));
        output().done(Descriptions.of(altered), "altered topic " + name);
        return ExitCode.OK;
    }
}
