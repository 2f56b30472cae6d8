package dev.restante.cli.entity;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntityType;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ConstantText;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante list}: lists the queues, topics and subscriptions of the store. */
@Command(name = "list", sortOptions = false, description = "Lists the queues, topics and subscriptions of the store.")
public final class ListCommand extends OpenStoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Pattern of the name, in which * matches any characters; default: all")
    private @Nullable String pattern;

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            completionCandidates = ConstantText.EntityTypeCandidates.class,
            description = "Types to list: ${COMPLETION-CANDIDATES}; default: all except dead-letter queues")
    private Set<EntityType> types = EnumSet.complementOf(EnumSet.of(EntityType.DEAD_LETTER_QUEUE));

    @Option(
            names = "--temporary",
            negatable = true,
            description = "List only temporary entities, or only permanent entities")
    private @Nullable Boolean temporary;

    ListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        EntityFilter filter = new EntityFilter(pattern, types, temporary);
        List<JsonObject> rows = store.admin().entities(filter).stream()
                .map(entity -> new JsonObject()
                        .with("name", entity.name())
                        .with("type", entity.type())
                        .with("temporary", entity.temporary()))
                .toList();
        output().list(
                        rows,
                        List.of(
                                TableColumn.text("name", "NAME"),
                                TableColumn.text("type", "TYPE"),
                                TableColumn.text("temporary", "TEMPORARY")));
        return ExitCode.OK;
    }
}
