package dev.restante.cli.transaction;

import java.util.List;

/** The commands of this package. */
public final class TransactionCommands {

    private TransactionCommands() {}

    /** In the order in which help shows them. */
    public static List<Class<?>> all() {
        return List.of(TransactionCommand.class);
    }
}
