package dev.restante.cli.transaction;

import dev.restante.admin.TransactionsAdmin;
import dev.restante.cli.shell.CommandContext;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;

/**
 * Command {@code restante transaction forget}: removes the record of a branch that an administrator committed or
 * rolled back.
 */
@Command(
        name = "forget",
        sortOptions = false,
        description = "Removes the record of a branch that an administrator committed or rolled back.")
final class TransactionForgetCommand extends BranchDecisionCommand {

    TransactionForgetCommand(CommandContext context) {
        super(context, "forgot");
    }

    @Override
    boolean decide(TransactionsAdmin transactions, String branch) throws JMSException {
        return transactions.forget(branch);
    }
}
