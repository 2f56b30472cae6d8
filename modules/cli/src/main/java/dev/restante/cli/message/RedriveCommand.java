package dev.restante.cli.message;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RedriveOptions;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.MessageCountText;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.console.json.JsonObject;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code restante redrive}: moves dead letters back to their sources, or to a specified queue. */
@Command(
        name = "redrive",
        sortOptions = false,
        description = "Moves dead letters back to their sources, or to a specified queue.")
final class RedriveCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final MessageFilterOptions filter = new MessageFilterOptions();

    @Option(names = "--to", paramLabel = "NAME", description = "Target queue; default: the source of each dead letter")
    private @Nullable String target;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "Maximum number of messages; default: all current dead letters")
    private long maximum = Long.MAX_VALUE;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Maximum number of messages per second; default: no limit")
    private double perSecond;

    @Option(
            names = "--background",
            description =
                    "Start a redrive job, which the nodes of the store execute in the background; see redrive-jobs")
    private boolean background;

    RedriveCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        String from = entity.deadLetterQueue();
        RedriveOptions options = new RedriveOptions(filter.filter(), target, maximum, perSecond);
        MessagesAdmin messages = store.admin().messages(from);
        RequestedMessages requested = filter.requestedMessages(messages);
        if (background) {
            startJob(store, from, options);
            return report(requested, from, requested.found());
        }
        BulkResult result;
        long total = Math.min(maximum, ProgressTotals.messages(context(), store, from, filter));
        try (ProgressBar bar = new ProgressBar(context(), "redriven", total)) {
            result = messages.redrive(options, bar::update);
        }
        JsonObject done = new JsonObject()
                .with("name", from)
                .with("moved", result.processed())
                .with("withoutSource", result.skipped())
                .with("cancelled", result.cancelled());
        output().result(
                        done,
                        "redrove " + MessageCountText.messages(result.processed()) + " of " + from
                                + (result.skipped() > 0
                                        ? "; " + result.skipped()
                                                + " stay, because their source does not exist (use --to)"
                                        : "")
                                + (result.cancelled() ? "; ended early" : ""));
        boolean endedEarly = result.cancelled() || result.processed() == maximum;
        return report(requested, from, endedEarly ? requested.found() : result.processed() + result.skipped());
    }

    private int report(RequestedMessages requested, String from, long handled) {
        return requested.report(context(), from, "that matches the filter", handled);
    }

    private void startJob(CommandStore store, String from, RedriveOptions options) throws JMSException {
        RedriveJobDescription job =
                store.admin().redriveJobs().start(from, options, "command line, " + System.getProperty("user.name"));
        output().result(
                        RedriveJobsListCommand.fields(job),
                        "job " + job.id() + " redrives " + from + ", which has "
                                + MessageCountText.messages(job.total()) + "; see redrive-jobs");
    }
}
