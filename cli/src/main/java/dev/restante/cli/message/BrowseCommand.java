package dev.restante.cli.message;

import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code restante browse}. */
@Command(
        name = "browse",
        sortOptions = false,
        description =
                "Shows all messages of a queue or subscription that are meant, one by one, without taking or locking them.")
final class BrowseCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(
            names = {"-b", "--body"},
            description = "With their bodies")
    private boolean body;

    BrowseCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        Pages pages = new Pages(store.admin().messages(entity.name()), filter.filter(), body);
        pages.each(message -> {
            output().item(DescribedMessage.of(message), DescribedMessage.line(message));
            return !shell().mustEnd();
        });
        return ExitCode.OK;
    }
}
