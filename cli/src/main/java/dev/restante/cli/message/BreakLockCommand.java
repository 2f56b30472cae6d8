package dev.restante.cli.message;

import dev.restante.admin.LockBreakResult;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import dev.restante.option.DurationText;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante break-lock}. */
@Command(
        name = "break-lock",
        sortOptions = false,
        description = "Takes the lock of a message away from whoever has it; the message is available again.")
final class BreakLockCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Parameters(index = "1", paramLabel = "SEQUENCE_NUMBER", description = "Of the message, as peek tells it")
    private long sequenceNumber;

    @Option(names = "--timeout", paramLabel = "DURATION", description = "How long to wait for another node, default 5s")
    private Duration timeout = Duration.ofSeconds(5);

    BreakLockCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        LockBreakResult result = store.admin().messages(entity.name()).breakLock(sequenceNumber, timeout);
        String message = "message " + sequenceNumber + " of " + entity.name();
        Fields done = new Fields()
                .with("name", entity.name())
                .with("sequenceNumber", String.valueOf(sequenceNumber))
                .with("result", result);
        return switch (result) {
            case BROKEN -> {
                output().done(done, "broke the lock of " + message);
                yield ExitCode.OK;
            }
            case NOT_LOCKED ->
                throw new CommandFailure(ExitCode.NOT_FOUND, message + " is not locked, or is just being settled");
            case TIMED_OUT ->
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "the node that holds " + message + " did not answer within " + DurationText.format(timeout)
                                + "; try a longer --timeout, or wait for its lock to end");
        };
    }
}
