package dev.restante.cli.entity;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntityType;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante list}. */
@Command(name = "list", sortOptions = false, description = "Lists everything in the store.")
public final class ListCommand extends StoreCommand {

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Of the name, with * for any characters; default: all")
    private @Nullable String pattern;

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            description = "${COMPLETION-CANDIDATES}; default: all but dead-letter queues")
    private Set<EntityType> types = EnumSet.complementOf(EnumSet.of(EntityType.DEAD_LETTER_QUEUE));

    @Option(names = "--temporary", negatable = true, description = "Only what is temporary, or only what is not")
    private @Nullable Boolean temporary;

    ListCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        EntityFilter filter = new EntityFilter(pattern, types, temporary);
        List<Fields> rows = store.admin().entities(filter).stream()
                .map(entity -> new Fields()
                        .with("name", entity.name())
                        .with("type", entity.type())
                        .with("temporary", entity.temporary()))
                .toList();
        output().list(
                        rows,
                        List.of(
                                Column.text("name", "NAME"),
                                Column.text("type", "TYPE"),
                                Column.text("temporary", "TEMPORARY")));
        return ExitCode.OK;
    }
}
