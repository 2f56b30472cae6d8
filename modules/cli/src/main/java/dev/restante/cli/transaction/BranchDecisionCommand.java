package dev.restante.cli.transaction;

import dev.restante.admin.TransactionsAdmin;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import picocli.CommandLine.Parameters;

/**
 * Base class of the commands that commit, roll back or forget one XA transaction branch: reads its xid and prints the
 * decision.
 */
abstract class BranchDecisionCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "XID", description = "Xid of the branch, as shown by 'transaction list'")
    private String xid = "";

    private final String pastParticiple;

    /**
     * Creates a command.
     *
     * @param pastParticiple the decision for the result, such as "committed"
     */
    BranchDecisionCommand(CommandContext context, String pastParticiple) {
        super(context);
        this.pastParticiple = pastParticiple;
    }

    /** Decides or forgets a branch, and returns false if the branch does not exist. */
    abstract boolean decide(TransactionsAdmin transactions, String branch) throws JMSException;

    @Override
    protected final int run(CommandStore store) throws Exception {
        boolean decided;
        try {
            decided = decide(store.admin().transactions(), xid);
        } catch (IllegalArgumentException noXid) {
            throw CommandException.usage(String.valueOf(noXid.getMessage()));
        } catch (IllegalStateException refused) {
            throw new CommandException(ExitCode.REJECTED, String.valueOf(refused.getMessage()), refused);
        }
        if (!decided) {
            throw new CommandException(ExitCode.NOT_FOUND, "there is no transaction branch " + xid);
        }
        output().result(new JsonObject().with("xid", xid).with("decision", pastParticiple), pastParticiple + " " + xid);
        return ExitCode.OK;
    }
}
