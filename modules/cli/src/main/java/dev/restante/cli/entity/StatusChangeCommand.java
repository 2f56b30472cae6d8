package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;

/** Base class of the commands that pause, resume or disable an entity, which prints the new status. */
public abstract class StatusChangeCommand extends OpenStoreCommand {

    private final String entityKind;
    private final String pastParticiple;

    /**
     * Creates a command.
     *
     * @param entityKind the kind of the entity for the result, such as "queue"
     * @param pastParticiple the change for the result, such as "paused"
     */
    protected StatusChangeCommand(CommandContext context, String entityKind, String pastParticiple) {
        super(context);
        this.entityKind = entityKind;
        this.pastParticiple = pastParticiple;
    }

    protected abstract String name();

    protected abstract EntityStatus change(CommandStore store) throws JMSException;

    @Override
    protected final int run(CommandStore store) throws Exception {
        EntityStatus status = change(store);
        output().result(
                        new JsonObject().with("name", name()).with("status", status),
                        pastParticiple + " " + entityKind + " " + name() + ": " + status);
        return ExitCode.OK;
    }
}
