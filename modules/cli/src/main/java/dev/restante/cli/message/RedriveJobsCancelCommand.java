package dev.restante.cli.message;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante redrive-jobs cancel}: stops a background job that moves dead letters to their sources or
 * another queue, without undoing earlier moves.
 */
@Command(
        name = "cancel",
        sortOptions = false,
        description = "Cancels a redrive job. Messages that were already moved stay where they are.")
final class RedriveJobsCancelCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job, as shown by 'redrive-jobs list'")
    private long job;

    RedriveJobsCancelCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        if (!store.admin().redriveJobs().cancel(job)) {
            throw new CommandException(ExitCode.NOT_FOUND, "there is no running redrive job " + job);
        }
        output().result(
                        new JsonObject().with("id", String.valueOf(job)).with("cancelled", true),
                        "cancelled job " + job);
        return ExitCode.OK;
    }
}
