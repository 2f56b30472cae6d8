package dev.restante.cli.transaction;

import picocli.CommandLine.Command;

/** Distributed transactions in doubt: list, commit, rollback, forget. */
@Command(
        name = "transaction",
        sortOptions = false,
        description = "Distributed transactions in doubt: list, commit, rollback, forget.",
        subcommands = {
            TransactionList.class,
            TransactionCommit.class,
            TransactionRollback.class,
            TransactionForget.class
        })
final class TransactionCommand {}
