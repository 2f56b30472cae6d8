package dev.restante.cli.message;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code restante browse}: shows the matching messages of a queue or subscription one by one, without
 * receiving or locking them.
 */
@Command(
        name = "browse",
        sortOptions = false,
        description =
                "Shows the matching messages of a queue or subscription one by one, without receiving or locking them.")
final class BrowseCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final MessageFilterOptions filter = new MessageFilterOptions();

    @Option(
            names = {"-b", "--body"},
            description = "Show the bodies, too")
    private boolean body;

    BrowseCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        MessagePager pager = new MessagePager(store.admin().messages(entity.name()), filter.filter(), body);
        pager.forEach(message -> {
            output().streamItem(PeekedMessageFields.of(message), PeekedMessageFields.line(message));
            return !context().shouldStop();
        });
        return ExitCode.OK;
    }
}
