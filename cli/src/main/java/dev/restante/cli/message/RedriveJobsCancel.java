package dev.restante.cli.message;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante redrive-jobs cancel}. */
@Command(
        name = "cancel",
        sortOptions = false,
        description = "Ends a redrive in the background; what has moved stays where it is.")
final class RedriveJobsCancel extends StoreCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "The job, as 'redrive-jobs list' shows it")
    private long job;

    RedriveJobsCancel(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        if (!store.admin().redriveJobs().cancel(job)) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "there is no redrive job " + job + " that is running");
        }
        output().done(new Fields().with("id", String.valueOf(job)).with("cancelled", true), "cancelled job " + job);
        return ExitCode.OK;
    }
}
