package dev.restante.cli.transaction;

import dev.restante.admin.TransactionsAdmin;
import dev.restante.cli.shell.CommandContext;
import jakarta.jms.JMSException;
import picocli.CommandLine.Command;

/** Command {@code restante transaction commit}: commits an in-doubt branch instead of its transaction manager. */
@Command(
        name = "commit",
        sortOptions = false,
        description = "Commits an in-doubt branch instead of its transaction manager.")
final class TransactionCommitCommand extends BranchDecisionCommand {

    TransactionCommitCommand(CommandContext context) {
        super(context, "committed");
    }

    @Override
    boolean decide(TransactionsAdmin transactions, String branch) throws JMSException {
        return transactions.commit(branch);
    }
}
