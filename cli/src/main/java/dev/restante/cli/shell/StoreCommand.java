package dev.restante.cli.shell;

import java.util.concurrent.Callable;

/** A command that works on an open store. */
public abstract class StoreCommand implements Callable<Integer> {

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
        } finally {
            if (Thread.interrupted()) {
                shell.interrupt();
            }
        }
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
