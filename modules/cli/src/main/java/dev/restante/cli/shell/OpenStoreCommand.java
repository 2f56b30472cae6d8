package dev.restante.cli.shell;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Base class of commands that need an open store: opens it before the command runs and closes it afterwards. */
public abstract class OpenStoreCommand implements Callable<Integer> {

    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

    private final CommandContext context;

    protected OpenStoreCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public final Integer call() throws Exception {
        validate();
        try (CommandStore store = CommandStore.open(context, createsMissingEntities())) {
            int exitCode = runInterruptibly(store);
            context.out().flush();
            return context.isInterrupted() ? Integer.valueOf(ExitCode.INTERRUPTED) : Integer.valueOf(exitCode);
        }
    }

    /** Runs the command, and clears the interrupt flag of the thread, so that the thread can close the store. */
    private int runInterruptibly(CommandStore store) throws Exception {
        try {
            return run(store);
        } catch (JMSException refused) {
            throw ErrorCodes.ENTITY_NOT_FOUND.equals(refused.getErrorCode()) ? withSuggestion(refused, store) : refused;
        } finally {
            context.consumeThreadInterrupt();
        }
    }

    /** Returns the failure with a question that names similar queues, topics and subscriptions, if there are any. */
    private static Exception withSuggestion(JMSException missing, CommandStore store) {
        Matcher name = QUOTED.matcher(FailureReporter.reason(missing));
        if (!name.find()) {
            return missing;
        }
        List<String> nearest;
        try {
            nearest = NearestWords.find(
                    name.group(1),
                    store.admin().entities(EntityFilter.all()).stream()
                            .map(EntitySummary::name)
                            .toList());
        } catch (JMSException e) {
            missing.addSuppressed(e);
            return missing;
        }
        return nearest.isEmpty()
                ? missing
                : new CommandException(
                        ExitCode.NOT_FOUND,
                        FailureReporter.sentence(missing) + NearestWords.suggestion(nearest),
                        missing);
    }

    /**
     * Executes the command.
     *
     * @return the {@link ExitCode}
     */
    protected abstract int run(CommandStore store) throws Exception;

    /**
     * Checks the combination of the options before the store is opened.
     *
     * @throws CommandException if the options are invalid
     */
    protected void validate() throws CommandException {}

    /** Returns whether sends and receives create missing queues and topics. */
    protected boolean createsMissingEntities() {
        return false;
    }

    protected final CommandContext context() {
        return context;
    }

    protected final Output output() {
        return context.output();
    }
}
