package dev.restante.cli.entity;

import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;

/** A command that gives an entity another status. */
public abstract class StatusCommand extends StoreCommand {

    private final String kind;
    private final String done;

    /**
     * A command.
     *
     * @param kind what the entity is
     * @param done what has been done with it then
     */
    protected StatusCommand(Shell shell, String kind, String done) {
        super(shell);
        this.kind = kind;
        this.done = done;
    }

    /** The name of the entity, as it was given. */
    protected abstract String name();

    /** Changes the status; returns what it is from now on. */
    protected abstract EntityStatus change(OpenStore store) throws JMSException;

    @Override
    protected final int run(OpenStore store) throws Exception {
        EntityStatus status = change(store);
        output().done(
                        new Fields().with("name", name()).with("status", status),
                        done + " " + kind + " " + name() + ": " + status);
        return ExitCode.OK;
    }
}
