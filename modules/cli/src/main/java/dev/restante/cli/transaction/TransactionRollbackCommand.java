package dev.restante.cli.transaction;

import dev.restante.admin.TransactionsAdmin;
import dev.restante.cli.shell.CommandContext;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;

/** Command {@code restante transaction rollback}: rolls back an in-doubt branch instead of its transaction manager. */
@Command(
        name = "rollback",
        sortOptions = false,
        description = "Rolls back an in-doubt branch instead of its transaction manager.")
final class TransactionRollbackCommand extends BranchDecisionCommand {

    TransactionRollbackCommand(CommandContext context) {
        super(context, "rolled back");
    }

    @Override
    boolean decide(TransactionsAdmin transactions, String branch) throws JMSException {
        return transactions.rollback(branch);
    }
}
