package dev.restante.cli.transaction;

import dev.restante.admin.TransactionsAdmin;
import dev.restante.cli.shell.Shell;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;

/** {@code restante transaction forget}. */
@Command(name = "forget", sortOptions = false, description = "Forgets a branch that was committed or rolled back here.")
final class TransactionForget extends DecisionCommand {

    TransactionForget(Shell shell) {
        super(shell, "forgot");
    }

    @Override
    boolean decide(TransactionsAdmin transactions, String branch) throws JMSException {
        return transactions.forget(branch);
    }
}
