package dev.restante.cli.entity;

import dev.restante.admin.GroupsAdmin.GroupDescription;
import dev.restante.admin.GroupsAdmin.GroupPage;
import dev.restante.admin.GroupsAdmin.GroupRequest;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante queue groups} and {@code restante subscription groups}. */
@Command(
        name = "groups",
        sortOptions = false,
        description = "Lists message groups: those that have messages or a state, or that somebody has.")
public final class GroupsCommand extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.text("group", "GROUP"),
            Column.number("available", "AVAILABLE"),
            Column.number("inFlight", "IN FLIGHT"),
            Column.number("scheduled", "SCHEDULED"),
            Column.number("deferred", "DEFERRED"),
            Column.text("kept", "KEPT"),
            Column.text("node", "NODE"),
            Column.text("lockedUntil", "LOCKED UNTIL"),
            Column.text("hasState", "STATE"));

    @Parameters(index = "0", paramLabel = "NAME", description = "The queue or subscription")
    private String name = "";

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "At most so many, 1 to 1000, default 100")
    private int count = 100;

    @Option(names = "--after", paramLabel = "GROUP", description = "Goes on behind this group")
    private @Nullable String after;

    @Option(
            names = "--looks",
            paramLabel = "N",
            description = "Looks at so many messages of each state at most, default 10000; 0 for all")
    private int looks = GroupRequest.DEFAULT_LOOKS;

    GroupsCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        GroupPage page = store.admin()
                .messages(name)
                .groups()
                .list(new GroupRequest(count, after, looks == 0 ? Integer.MAX_VALUE : looks));
        List<Fields> rows = new ArrayList<>();
        page.groups().forEach(group -> rows.add(row(group)));
        if (output().json()) {
            output().thing(new Fields()
                    .with("groups", rows)
                    .with("next", page.next())
                    .with("complete", page.complete()));
            return ExitCode.OK;
        }
        output().table(rows, COLUMNS);
        if (page.next() != null) {
            shell().note("more: --after " + page.next());
        }
        if (!page.complete()) {
            shell().note("there are more messages than were looked at: --looks 0 for all");
        }
        return ExitCode.OK;
    }

    private static Fields row(GroupDescription group) {
        return new Fields()
                .with("group", group.id())
                .with("available", group.available())
                .with("inFlight", group.inFlight())
                .with("scheduled", group.scheduled())
                .with("deferred", group.deferred())
                .with("kept", group.kept())
                .with("node", group.node())
                .with("lockedUntil", group.lockedUntil())
                .with("hasState", group.hasState());
    }

    @Override
    protected void check() throws CommandFailure {
        if (count < 1 || count > GroupRequest.MOST) {
            throw CommandFailure.usage("--count " + count + " is not within 1 to " + GroupRequest.MOST);
        }
        if (looks < 0) {
            throw CommandFailure.usage("--looks " + looks + " is below 0");
        }
    }
}
