package dev.restante.cli.message;

import dev.restante.admin.RedriveJobDescription;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code restante redrive-jobs list}. */
@Command(
        name = "list",
        sortOptions = false,
        description = "Lists redrives in the background that are running, or have ended not long ago.")
final class RedriveJobsList extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.text("id", "JOB"),
            Column.text("queue", "QUEUE"),
            Column.text("target", "TO"),
            Column.text("state", "STATE"),
            Column.number("moved", "MOVED"),
            Column.number("left", "LEFT"),
            Column.number("total", "TOTAL"),
            Column.text("startedAt", "STARTED"),
            Column.text("requestedBy", "BY"));

    RedriveJobsList(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        List<Fields> rows = store.admin().redriveJobs().list().stream()
                .map(RedriveJobsList::fields)
                .toList();
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }

    /** A job as it stands. Its number is a text, because it is more than JSON's numbers can hold for certain. */
    static Fields fields(RedriveJobDescription job) {
        return new Fields()
                .with("id", String.valueOf(job.id()))
                .with("queue", job.queue())
                .with("target", job.target())
                .with("selector", job.selector())
                .with("state", job.state())
                .with("total", job.total())
                .with("moved", job.moved())
                .with("left", job.left())
                .with("withoutSource", job.withoutSource())
                .with("perSecond", job.perSecond() == 0 ? null : job.perSecond())
                .with("requestedBy", job.requestedBy())
                .with("startedAt", job.startedAt())
                .with("endedAt", job.endedAt())
                .with("failure", job.failure());
    }
}
