package dev.restante.console;

import dev.restante.console.guard.ConsoleAccount;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Settings of a console: accounts and read-only mode. There is no default account.
 *
 * @param accounts the accounts for basic authentication; empty if only the server authenticates users, see
 *     {@link ConsoleRequest.Client}
 * @param readOnly true if no user can change anything, whatever rights the user has
 */
public record ConsoleSettings(List<ConsoleAccount> accounts, boolean readOnly) {

    /**
     * Creates settings.
     *
     * @throws IllegalArgumentException if two accounts have the same name
     */
    public ConsoleSettings {
        accounts = List.copyOf(accounts);
        Set<String> names = new HashSet<>();
        for (ConsoleAccount account : accounts) {
            if (!names.add(account.name())) {
                throw new IllegalArgumentException(
                        "the console has two accounts with the name '" + account.name() + "'");
            }
        }
    }
}
