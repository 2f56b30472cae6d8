package dev.restante.cli.transaction;

import java.util.List;

/** List of the commands on transactions, in the order of the help. */
public final class TransactionCommands {

    private TransactionCommands() {}

    public static List<Class<?>> all() {
        return List.of(TransactionCommandGroup.class);
    }
}
