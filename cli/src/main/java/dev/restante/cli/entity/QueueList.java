package dev.restante.cli.entity;

import dev.restante.admin.QueueDescription;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante queue list}. */
@Command(name = "list", sortOptions = false, description = "Lists queues.")
final class QueueList extends StoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Of the name, with * for any characters; default: all")
    private @Nullable String pattern;

    @Option(
            names = {"-d", "--dead-letters"},
            description = "Dead-letter queues too")
    private boolean deadLetters;

    QueueList(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        List<QueueDescription> queues = store.admin().queues().stream()
                .filter(queue -> (deadLetters || !queue.deadLetterQueue()) && Names.match(pattern, queue.name()))
                .toList();
        if (output().json()) {
            output().list(queues.stream().map(Descriptions::of).toList(), List.of());
        } else {
            output().table(
                            queues.stream()
                                    .map(queue -> queue.unreadable() == null
                                            ? Descriptions.row(queue.name(), queue.options())
                                            : Descriptions.unreadableRow(queue.name()))
                                    .toList(),
                            Descriptions.QUEUE_COLUMNS);
        }
        return ExitCode.OK;
    }
}
