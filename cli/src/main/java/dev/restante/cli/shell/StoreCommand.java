package dev.restante.cli.shell;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command that works on an open store. */
public abstract class StoreCommand implements Callable<Integer> {

    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

    private final Shell shell;

    /** In a shell. */
    protected StoreCommand(Shell shell) {
        this.shell = shell;
    }

    /** Opens the store, works, and closes it. */
    @Override
    public final Integer call() throws Exception {
        check();
        try (OpenStore store = OpenStore.open(shell, mayCreate())) {
            int exitCode = interruptibly(store);
            shell.out().flush();
            return shell.isInterrupted() ? Integer.valueOf(ExitCode.INTERRUPTED) : Integer.valueOf(exitCode);
        }
    }

    /** The store is closed by a thread that is not interrupted any more, so that it can leave in order. */
    private int interruptibly(OpenStore store) throws Exception {
        try {
            return run(store);
        } catch (JMSException refused) {
            throw ErrorCodes.ENTITY_NOT_FOUND.equals(refused.getErrorCode()) ? withNearest(refused, store) : refused;
        } finally {
            if (Thread.interrupted()) {
                shell.interrupt();
            }
        }
    }

    /** Returns the failure, with a question for the queue, topic or subscription that was meant, if it is known. */
    private static Exception withNearest(JMSException missing, OpenStore store) {
        Matcher name = QUOTED.matcher(Failures.reason(missing));
        if (!name.find()) {
            return missing;
        }
        List<String> nearest;
        try {
            nearest = NearestWords.to(
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
                : new CommandFailure(
                        ExitCode.NOT_FOUND, Failures.reason(missing) + NearestWords.question(nearest), missing);
    }

    /**
     * Does the work.
     *
     * @return one of {@link ExitCode}
     */
    protected abstract int run(OpenStore store) throws Exception;

    /**
     * Looks whether the options go together, before the store is opened.
     *
     * @throws CommandFailure if not
     */
    protected void check() throws CommandFailure {}

    /** Whether queues and topics come into being by use. */
    protected boolean mayCreate() {
        return false;
    }

    /** The shell. */
    protected final Shell shell() {
        return shell;
    }

    /** Its output. */
    protected final Output output() {
        return shell.output();
    }
}
