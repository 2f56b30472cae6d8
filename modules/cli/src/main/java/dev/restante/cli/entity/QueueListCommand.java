package dev.restante.cli.entity;

import dev.restante.admin.QueueDescription;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue list}: lists queues. */
@Command(name = "list", sortOptions = false, description = "Lists queues.")
final class QueueListCommand extends OpenStoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Pattern of the name, in which * matches any characters; default: all")
    private @Nullable String pattern;

    @Option(
            names = {"-d", "--dead-letters"},
            description = "List dead-letter queues, too")
    private boolean deadLetters;

    QueueListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<QueueDescription> queues = store.admin().queues().stream()
                .filter(queue ->
                        (deadLetters || !queue.deadLetterQueue()) && NamePattern.matches(pattern, queue.name()))
                .toList();
        if (output().json()) {
            output().list(queues.stream().map(EntityFields::of).toList(), List.of());
        } else {
            output().table(
                            queues.stream()
                                    .map(queue -> queue.unreadableReason() == null
                                            ? EntityFields.tableRow(queue.name(), queue.options())
                                            : EntityFields.unreadableRow(queue.name()))
                                    .toList(),
                            EntityFields.QUEUE_COLUMNS);
        }
        return ExitCode.OK;
    }
}
