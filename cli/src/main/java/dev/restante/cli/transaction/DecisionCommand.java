package dev.restante.cli.transaction;

import dev.restante.admin.TransactionsAdmin;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import picocli.CommandLine.Parameters;

/** A command that decides or forgets one branch. */
abstract class DecisionCommand extends StoreCommand {

    @Parameters(index = "0", paramLabel = "XID", description = "The branch, as 'transaction list' shows it")
    private String xid = "";

    private final String done;

    /**
     * A command.
     *
     * @param done what has been done with the branch then
     */
    DecisionCommand(Shell shell, String done) {
        super(shell);
        this.done = done;
    }

    /** Does it; false if there is no such branch. */
    abstract boolean decide(TransactionsAdmin transactions, String branch) throws JMSException;

    @Override
    protected final int run(OpenStore store) throws Exception {
        boolean decided;
        try {
            decided = decide(store.admin().transactions(), xid);
        } catch (IllegalArgumentException noXid) {
            throw CommandFailure.usage(String.valueOf(noXid.getMessage()));
        } catch (IllegalStateException refused) {
            throw new CommandFailure(ExitCode.REFUSED, String.valueOf(refused.getMessage()), refused);
        }
        if (!decided) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "there is no transaction branch " + xid);
        }
        output().done(new Fields().with("xid", xid).with("decision", done), done + " " + xid);
        return ExitCode.OK;
    }
}
