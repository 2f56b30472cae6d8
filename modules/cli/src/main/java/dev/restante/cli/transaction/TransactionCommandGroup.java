package dev.restante.cli.transaction;

import picocli.CommandLine.Command;

/** Group of the commands on transaction branches in doubt. */
@Command(
        name = "transaction",
        sortOptions = false,
        description = "In-doubt branches of distributed transactions: list, commit, rollback, forget.",
        subcommands = {
            TransactionListCommand.class,
            TransactionCommitCommand.class,
            TransactionRollbackCommand.class,
            TransactionForgetCommand.class
        })
final class TransactionCommandGroup {}
