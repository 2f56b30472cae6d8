package dev.restante.cli.transaction;

import dev.restante.admin.TransactionsAdmin;
import dev.restante.cli.shell.Shell;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;

/** {@code restante transaction rollback}. */
@Command(
        name = "rollback",
        sortOptions = false,
        description = "Rolls a branch back that is in doubt, in place of its transaction manager.")
final class TransactionRollback extends DecisionCommand {

    TransactionRollback(Shell shell) {
        super(shell, "rolled back");
    }

    @Override
    boolean decide(TransactionsAdmin transactions, String branch) throws JMSException {
        return transactions.rollback(branch);
    }
}
