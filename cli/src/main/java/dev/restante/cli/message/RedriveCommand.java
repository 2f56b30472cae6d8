package dev.restante.cli.message;

import dev.restante.admin.BulkResult;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RedriveOptions;
import dev.restante.cli.shell.Counted;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code restante redrive}. */
@Command(
        name = "redrive",
        sortOptions = false,
        description = "Moves dead letters back to where they came from, or to a named queue.")
final class RedriveCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(names = "--to", paramLabel = "NAME", description = "Where they go; default: where each came from")
    private @Nullable String target;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "At most so many; default: all that are there now")
    private long maximum = Long.MAX_VALUE;

    @Option(names = "--rate", paramLabel = "N", description = "At most so many a second; default: as fast as it goes")
    private double perSecond;

    @Option(
            names = "--background",
            description = "Stores a job, at which an open node of the store works; see redrive-jobs")
    private boolean background;

    RedriveCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        String from = entity.deadLetterQueue();
        RedriveOptions options = new RedriveOptions(filter.filter(), target, maximum, perSecond);
        if (background) {
            return begin(store, from, options);
        }
        BulkResult result;
        long total = Math.min(maximum, Totals.of(shell(), store, from, filter));
        try (ProgressBar bar = new ProgressBar(shell(), "redriven", total)) {
            result = store.admin().messages(from).redrive(options, bar::show);
        }
        Fields done = new Fields()
                .with("name", from)
                .with("moved", result.done())
                .with("withoutSource", result.left())
                .with("cancelled", result.cancelled());
        output().done(
                        done,
                        "redrove " + Counted.messages(result.done()) + " of " + from
                                + (result.left() > 0
                                        ? "; " + result.left() + " stay, their source is gone (--to names another)"
                                        : "")
                                + (result.cancelled() ? "; stopped early" : ""));
        return ExitCode.OK;
    }

    private int begin(OpenStore store, String from, RedriveOptions options) throws JMSException {
        RedriveJobDescription job =
                store.admin().redriveJobs().start(from, options, "command line, " + System.getProperty("user.name"));
        output().done(
                        RedriveJobsList.fields(job),
                        "job " + job.id() + " redrives " + from + ", which has " + Counted.messages(job.total())
                                + "; see redrive-jobs");
        return ExitCode.OK;
    }
}
