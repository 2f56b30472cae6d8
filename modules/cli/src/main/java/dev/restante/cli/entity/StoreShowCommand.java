package dev.restante.cli.entity;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Command {@code restante store show}: shows the number of entities and the settings of the store. */
@Command(
        name = "show",
        sortOptions = false,
        description = "Shows the number of entities and the settings of the store.")
final class StoreShowCommand extends OpenStoreCommand {

    StoreShowCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        Map<EntityType, Long> counts = store.admin().entities(EntityFilter.all()).stream()
                .collect(Collectors.groupingBy(EntitySummary::type, Collectors.counting()));
        output().object(new JsonObject()
                .with("queues", counts.getOrDefault(EntityType.QUEUE, 0L))
                .with("topics", counts.getOrDefault(EntityType.TOPIC, 0L))
                .with("subscriptions", counts.getOrDefault(EntityType.SUBSCRIPTION, 0L))
                .with("deadLetterQueues", counts.getOrDefault(EntityType.DEAD_LETTER_QUEUE, 0L))
                .with("maximumTimeToLive", store.admin().maximumTimeToLive()));
        return ExitCode.OK;
    }
}
