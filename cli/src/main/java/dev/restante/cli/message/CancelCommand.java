package dev.restante.cli.message;

import dev.restante.admin.MessageFilter;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code restante cancel}. */
@Command(
        name = "cancel",
        sortOptions = false,
        description = "Removes scheduled messages that nobody has received yet, and what is sent repeatedly.")
final class CancelCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final TopicOption topic = new TopicOption();

    @Option(names = "--selector", paramLabel = "SELECTOR", description = "Only what a selector matches")
    private @Nullable String selector;

    @Option(
            names = "--sequence-number",
            paramLabel = "N",
            split = ",",
            description = "Only messages with these numbers")
    private List<Long> sequenceNumbers = List.of();

    @Option(names = "--all", description = "All scheduled messages")
    private boolean all;

    CancelCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        MessageFilter filter = MessageFilter.all().withSelector(selector).withSequenceNumbers(sequenceNumbers);
        long cancelled = topic.messages(store, entity).cancelScheduled(filter);
        Fields done = new Fields().with("name", entity.name()).with("cancelled", cancelled);
        output().done(done, "cancelled " + cancelled + " scheduled messages of " + entity.name());
        return cancelled == 0 && !sequenceNumbers.isEmpty() ? ExitCode.NOT_FOUND : ExitCode.OK;
    }

    @Override
    protected void check() throws CommandFailure {
        if (all == (selector != null || !sequenceNumbers.isEmpty())) {
            throw CommandFailure.usage("say which messages: either --all, or --selector or --sequence-number");
        }
    }
}
