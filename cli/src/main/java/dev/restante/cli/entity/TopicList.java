package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante topic list}. */
@Command(name = "list", sortOptions = false, description = "Lists topics.")
final class TopicList extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.text("name", "NAME"),
            Column.number("defaultTimeToLive", "TTL"),
            Column.number("duplicateDetectionWindow", "DUPLICATES"),
            Column.number("autoDeleteOnIdle", "IDLE"));

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Of the name, with * for any characters; default: all")
    private @Nullable String pattern;

    TopicList(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        List<TopicDescription> topics = store.admin().topics().list().stream()
                .filter(topic -> Names.match(pattern, topic.name()))
                .toList();
        if (output().json()) {
            output().list(topics.stream().map(Descriptions::of).toList(), List.of());
        } else {
            output().table(
                            topics.stream()
                                    .map(topic -> topic.unreadable() == null
                                            ? Descriptions.of(topic.options()).with("name", topic.name())
                                            : Descriptions.unreadableRow(topic.name()))
                                    .toList(),
                            COLUMNS);
        }
        return ExitCode.OK;
    }
}
