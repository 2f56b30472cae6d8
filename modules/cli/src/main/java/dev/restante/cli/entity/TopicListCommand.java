package dev.restante.cli.entity;

import dev.restante.admin.TopicDescription;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command {@code restante topic list}: lists topics. */
@Command(name = "list", sortOptions = false, description = "Lists topics.")
final class TopicListCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("name", "NAME"),
            TableColumn.number("defaultTimeToLive", "TTL"),
            TableColumn.number("duplicateDetectionWindow", "DUPLICATE WINDOW"),
            TableColumn.number("autoDeleteOnIdle", "AUTO-DELETE AFTER"));

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Pattern of the name, in which * matches any characters; default: all")
    private @Nullable String pattern;

    TopicListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<TopicDescription> topics = store.admin().topics().list().stream()
                .filter(topic -> NamePattern.matches(pattern, topic.name()))
                .toList();
        if (output().json()) {
            output().list(topics.stream().map(EntityFields::of).toList(), List.of());
        } else {
            output().table(
                            topics.stream()
                                    .map(topic -> topic.unreadableReason() == null
                                            ? EntityFields.of(topic.options()).with("name", topic.name())
                                            : EntityFields.unreadableRow(topic.name()))
                                    .toList(),
                            COLUMNS);
        }
        return ExitCode.OK;
    }
}
