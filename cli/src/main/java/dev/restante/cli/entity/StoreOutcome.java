package dev.restante.cli.entity;

import dev.restante.admin.CommitOutcome;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code restante store outcome}. */
@Command(
        name = "outcome",
        sortOptions = false,
        description = {
            "Tells what became of a send, a commit or another call that ended with RESTANTE-OUTCOME-UNKNOWN.",
            "It can be asked for a day, also after whoever made the call has ended."
        })
final class StoreOutcome extends StoreCommand {

    @Parameters(index = "0", paramLabel = "TOKEN", description = "The token that is told with it")
    private String token = "";

    StoreOutcome(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        CommitOutcome outcome = store.admin().outcome(token);
        String told =
                switch (outcome) {
                    case COMMITTED -> "it took effect";
                    case NOT_COMMITTED -> "it did not take effect, and never will";
                    case UNDECIDED ->
                        throw new CommandFailure(
                                ExitCode.OUTCOME_UNKNOWN,
                                "what becomes of " + token + " is not decided yet: ask again later");
                    case UNKNOWN ->
                        throw new CommandFailure(
                                ExitCode.NOT_FOUND,
                                "the store has no trace of " + token
                                        + ": it was made more than a day ago, or in another store");
                };
        output().done(new Fields().with("token", token).with("outcome", outcome), token + " " + outcome + ": " + told);
        return ExitCode.OK;
    }
}
