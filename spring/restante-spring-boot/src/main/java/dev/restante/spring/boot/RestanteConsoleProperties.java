package dev.restante.spring.boot;

import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleSettings;
import dev.restante.console.guard.Account;
import dev.restante.console.guard.Right;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The configuration of the console.
 *
 * @param enabled whether there is one
 * @param path under which it is
 * @param user who may come in, with all rights; null for nobody
 * @param password of that user
 * @param users others who may come in, by their names
 * @param rolePrefix what the roles begin with by which users of the application come in
 * @param readOnly whether nothing can be changed
 * @param port a port of its own; null for that of the application, where it is one for servlets
 * @param address what its own port listens on
 */
@ConfigurationProperties("restante.console")
public record RestanteConsoleProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("/restante") String path,
        @Nullable String user,
        @Nullable String password,
        @DefaultValue Map<String, User> users,
        @DefaultValue("restante-") String rolePrefix,
        @DefaultValue("false") boolean readOnly,
        @Nullable Integer port,
        @DefaultValue("127.0.0.1") String address) {

    static final String PREFIX = "restante.console";

    /** Where a console is that has a port of its own, unless that is configured. */
    static final int USUAL_PORT = 8161;

    /**
     * A user of the console.
     *
     * @param password as it is, or hashed
     * @param rights a list
     */
    public record User(@Nullable String password, @DefaultValue("look") String rights) {}

    /** The settings of the console. */
    ConsoleSettings settings() {
        check();
        List<Account> accounts = new ArrayList<>();
        if (user != null) {
            accounts.add(account("password", user, password, "all"));
        }
        users.forEach((name, each) -> accounts.add(account("users." + name, name, each.password(), each.rights())));
        return checked("users", null, () -> new ConsoleSettings(accounts, readOnly));
    }

    private void check() {
        checked("path", path, () -> {
            ConsoleRequest.checkBase(path);
            return path;
        });
        if (user == null && password != null) {
            throw wrong("user", null, "whose the password is, has no name");
        }
    }

    private static Account account(String property, String name, @Nullable String password, String rights) {
        if (password == null) {
            throw wrong(property, null, "the user '" + name + "' of the console needs a password");
        }
        return checked(property, null, () -> new Account(name, password, Right.listed(rights)));
    }

    private interface Check<T> {
        T make();
    }

    @SuppressWarnings("UnusedException") // whose text is all that it has
    private static <T> T checked(String property, @Nullable Object value, Check<T> check) {
        try {
            return check.make();
        } catch (IllegalArgumentException e) {
            throw wrong(property, value, String.valueOf(e.getMessage()));
        }
    }

    static InvalidConfigurationPropertyValueException wrong(String property, @Nullable Object value, String reason) {
        return new InvalidConfigurationPropertyValueException(PREFIX + "." + property, value, reason);
    }
}
