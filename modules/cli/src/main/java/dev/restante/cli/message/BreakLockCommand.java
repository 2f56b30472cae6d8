package dev.restante.cli.message;

import dev.restante.admin.LockBreakResult;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import dev.restante.option.DurationText;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante break-lock}: breaks the lock of a consumer on a message, so that the message becomes
 * available again.
 */
@Command(
        name = "break-lock",
        sortOptions = false,
        description = "Breaks the lock of a consumer on a message, so that the message becomes available again.")
final class BreakLockCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Parameters(
            index = "1",
            paramLabel = "SEQUENCE_NUMBER",
            description = "Sequence number of the message, as shown by peek")
    private long sequenceNumber;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "Maximum time to wait for another node; default: 5s")
    private Duration timeout = Duration.ofSeconds(5);

    BreakLockCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        LockBreakResult result = store.admin().messages(entity.name()).breakLock(sequenceNumber, timeout);
        String message = "message " + sequenceNumber + " of " + entity.name();
        JsonObject done = new JsonObject()
                .with("name", entity.name())
                .with("sequenceNumber", String.valueOf(sequenceNumber))
                .with("result", result);
        return switch (result) {
            case BROKEN -> {
                output().result(done, "broke the lock of " + message);
                yield ExitCode.OK;
            }
            case NOT_LOCKED ->
                throw new CommandException(ExitCode.NOT_FOUND, message + " is not locked, or is being settled");
            case TIMED_OUT ->
                throw new CommandException(
                        ExitCode.FAILED,
                        "the node that locked " + message + " did not answer within " + DurationText.format(timeout)
                                + ". Use a longer --timeout, or wait until the lock expires.");
        };
    }
}
