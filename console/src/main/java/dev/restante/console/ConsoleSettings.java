package dev.restante.console;

import dev.restante.console.guard.Account;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The settings of a console. There is no default account.
 *
 * @param accounts of those who may come in by basic authentication; empty where only the server says who may, see
 *     {@link ConsoleRequest.Sender}
 * @param readOnly whether nothing can be changed, whatever rights a user has
 */
public record ConsoleSettings(List<Account> accounts, boolean readOnly) {

    /**
     * Settings.
     *
     * @throws IllegalArgumentException for two accounts of one name
     */
    public ConsoleSettings {
        accounts = List.copyOf(accounts);
        Set<String> names = new HashSet<>();
        for (Account account : accounts) {
            if (!names.add(account.name())) {
                throw new IllegalArgumentException("there are two accounts of '" + account.name() + "'");
            }
        }
    }
}
