package dev.restante.cli.entity;

import dev.restante.admin.CommitOutcome;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante store outcome}: shows the outcome of a send, a commit or another call that ended with
 * RESTANTE-OUTCOME-UNKNOWN.
 */
@Command(
        name = "outcome",
        sortOptions = false,
        description = {
            "Shows the outcome of a send, a commit or another call that ended with RESTANTE-OUTCOME-UNKNOWN.",
            "The outcome is available for one day, even after the process that made the call has ended."
        })
final class StoreOutcomeCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "TOKEN", description = "The outcome token in the message of that failure")
    private String token = "";

    StoreOutcomeCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        CommitOutcome outcome = store.admin().outcome(token);
        String outcomeText =
                switch (outcome) {
                    case COMMITTED -> "it took effect";
                    case NOT_COMMITTED -> "it did not take effect and never will";
                    case UNDECIDED ->
                        throw new CommandException(
                                ExitCode.OUTCOME_UNKNOWN,
                                "the outcome of " + token + " is not decided yet. Try again later.");
                    case UNKNOWN ->
                        throw new CommandException(
                                ExitCode.NOT_FOUND,
                                "the store has no record of " + token
                                        + ". The call was made more than a day ago, or in another store.");
                };
        output().result(
                        new JsonObject().with("token", token).with("outcome", outcome),
                        token + " " + outcome + ": " + outcomeText);
        return ExitCode.OK;
    }
}
