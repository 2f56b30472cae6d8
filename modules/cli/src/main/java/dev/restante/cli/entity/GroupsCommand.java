package dev.restante.cli.entity;

import dev.restante.admin.GroupsAdmin.GroupDescription;
import dev.restante.admin.GroupsAdmin.GroupPage;
import dev.restante.admin.GroupsAdmin.GroupPageRequest;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante queue groups} and {@code restante subscription groups}: lists message groups. */
@Command(
        name = "groups",
        sortOptions = false,
        description = "Lists the message groups that have messages or a state, or that are assigned to a consumer.")
public final class GroupsCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("group", "GROUP"),
            TableColumn.number("available", "AVAILABLE"),
            TableColumn.number("inFlight", "IN FLIGHT"),
            TableColumn.number("scheduled", "SCHEDULED"),
            TableColumn.number("deferred", "DEFERRED"),
            TableColumn.text("assigned", "ASSIGNED"),
            TableColumn.text("node", "NODE"),
            TableColumn.text("lockedUntil", "LOCKED UNTIL"),
            TableColumn.text("hasState", "STATE"));

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue or subscription")
    private String name = "";

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "Maximum number of groups, 1 to 1000; default: 100")
    private int count = 100;

    @Option(names = "--after", paramLabel = "GROUP", description = "Continue after this group")
    private @Nullable String after;

    @Option(
            names = "--max-reads",
            paramLabel = "N",
            description = "Maximum number of messages to read in each state, or 0 for all; default: 10000")
    private int maxReadsPerState = GroupPageRequest.DEFAULT_SCAN_LIMIT;

    GroupsCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        GroupPage page = store.admin()
                .messages(name)
                .groups()
                .list(new GroupPageRequest(count, after, maxReadsPerState == 0 ? Integer.MAX_VALUE : maxReadsPerState));
        List<JsonObject> rows = new ArrayList<>();
        page.groups().forEach(group -> rows.add(row(group)));
        if (output().json()) {
            output().object(new JsonObject()
                    .with("groups", rows)
                    .with("next", page.next())
                    .with("complete", page.complete()));
            return ExitCode.OK;
        }
        output().table(rows, COLUMNS);
        if (page.next() != null) {
            context().printError("more: --after " + page.next());
        }
        if (!page.complete()) {
            context().printError("the list may be incomplete, because not all messages were read. Use --max-reads 0.");
        }
        return ExitCode.OK;
    }

    private static JsonObject row(GroupDescription group) {
        return new JsonObject()
                .with("group", group.id())
                .with("available", group.available())
                .with("inFlight", group.inFlight())
                .with("scheduled", group.scheduled())
                .with("deferred", group.deferred())
                .with("assigned", group.assigned())
                .with("node", group.node())
                .with("lockedUntil", group.lockedUntil())
                .with("hasState", group.hasState());
    }

    @Override
    protected void validate() throws CommandException {
        if (count < 1 || count > GroupPageRequest.MAX_LIMIT) {
            throw CommandException.usage("--count " + count + " is not within 1 to " + GroupPageRequest.MAX_LIMIT);
        }
        if (maxReadsPerState < 0) {
            throw CommandException.usage("--max-reads " + maxReadsPerState + " is negative");
        }
    }
}
