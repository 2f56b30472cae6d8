package dev.restante.cli.entity;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code restante store show}. */
@Command(
        name = "show",
        sortOptions = false,
        description = "Shows how many entities there are, and the settings of the store.")
final class StoreShow extends StoreCommand {

    StoreShow(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        Map<EntityType, Long> counts = store.admin().entities(EntityFilter.all()).stream()
                .collect(Collectors.groupingBy(EntitySummary::type, Collectors.counting()));
        output().thing(new Fields()
                .with("queues", counts.getOrDefault(EntityType.QUEUE, 0L))
                .with("topics", counts.getOrDefault(EntityType.TOPIC, 0L))
                .with("subscriptions", counts.getOrDefault(EntityType.SUBSCRIPTION, 0L))
                .with("deadLetterQueues", counts.getOrDefault(EntityType.DEAD_LETTER_QUEUE, 0L))
                .with("maximumTimeToLive", store.admin().maximumTimeToLive()));
        return ExitCode.OK;
    }
}
