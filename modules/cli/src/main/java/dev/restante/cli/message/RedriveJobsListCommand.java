package dev.restante.cli.message;

import dev.restante.admin.RedriveJobDescription;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;

/** Command {@code restante redrive-jobs list}: lists redrive jobs that are running or ended recently. */
@Command(name = "list", sortOptions = false, description = "Lists redrive jobs that are running or ended recently.")
final class RedriveJobsListCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("id", "JOB"),
            TableColumn.text("queue", "QUEUE"),
            TableColumn.text("target", "TO"),
            TableColumn.text("state", "STATE"),
            TableColumn.number("moved", "MOVED"),
            TableColumn.number("skipped", "SKIPPED"),
            TableColumn.number("total", "TOTAL"),
            TableColumn.text("startedAt", "STARTED"),
            TableColumn.text("requestedBy", "BY"));

    RedriveJobsListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<JsonObject> rows = store.admin().redriveJobs().list().stream()
                .map(RedriveJobsListCommand::fields)
                .toList();
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }

    /** Returns the fields of a job. The id is a text, because many JSON parsers round numbers of its size. */
    static JsonObject fields(RedriveJobDescription job) {
        return new JsonObject()
                .with("id", String.valueOf(job.id()))
                .with("queue", job.queue())
                .with("target", job.target())
                .with("selector", job.selector())
                .with("state", job.state())
                .with("total", job.total())
                .with("moved", job.moved())
                .with("skipped", job.skipped())
                .with("withoutSource", job.withoutSource())
                .with("messagesPerSecond", job.messagesPerSecond() == 0 ? null : job.messagesPerSecond())
                .with("requestedBy", job.requestedBy())
                .with("startedAt", job.startedAt())
                .with("endedAt", job.endedAt())
                .with("failure", job.failure());
    }
}
