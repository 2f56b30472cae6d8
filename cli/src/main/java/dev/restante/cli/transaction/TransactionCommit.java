package dev.restante.cli.transaction;

import dev.restante.admin.TransactionsAdmin;
import dev.restante.cli.shell.Shell;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;

/** {@code restante transaction commit}. */
@Command(
        name = "commit",
        sortOptions = false,
        description = "Commits a branch that is in doubt, in place of its transaction manager.")
final class TransactionCommit extends DecisionCommand {

    TransactionCommit(Shell shell) {
        super(shell, "committed");
    }

    @Override
    boolean decide(TransactionsAdmin transactions, String branch) throws JMSException {
        return transactions.commit(branch);
    }
}
