package dev.restante.spring.boot;

import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleSettings;
import dev.restante.console.guard.ConsoleAccount;
import dev.restante.console.guard.ConsoleRight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties {@code restante.console.*}.
 *
 * @param enabled true to serve the console
 * @param path the URL path of the console
 * @param user the name of a user with all rights; null for no such user
 * @param password the password of that user, in plain text or hashed
 * @param users further users by name
 * @param rolePrefix the prefix of the application roles that grant access to the console
 * @param readOnly true to forbid all changes
 * @param port the console's own port; null to use the application's port if it is a servlet application
 * @param address the address on which the console's own port listens
 */
@ConfigurationProperties("restante.console")
public record RestanteConsoleProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("/restante") String path,
        @Nullable String user,
        @Nullable String password,
        @DefaultValue Map<String, ConsoleUserProperties> users,
        @DefaultValue("restante-") String rolePrefix,
        @DefaultValue("false") boolean readOnly,
        @Nullable Integer port,
        @DefaultValue("127.0.0.1") String address) {

    static final String PREFIX = "restante.console";

    /** Own port of the console if none is configured. */
    static final int DEFAULT_PORT = 8161;

    /**
     * Settings of a console user.
     *
     * @param password the password, in plain text or hashed
     * @param rights the console rights, separated by commas
     */
    public record ConsoleUserProperties(@Nullable String password, @DefaultValue("view") String rights) {}

    ConsoleSettings settings() {
        check();
        List<ConsoleAccount> accounts = new ArrayList<>();
        if (user != null) {
            accounts.add(account("password", user, password, "all"));
        }
        users.forEach((name, each) -> accounts.add(account("users." + name, name, each.password(), each.rights())));
        return checked("users", null, () -> new ConsoleSettings(accounts, readOnly));
    }

    private void check() {
        checked("path", path, () -> {
            ConsoleRequest.validateBasePath(path);
            return path;
        });
        if (user == null && password != null) {
            throw invalid("user", null, "A password is set, but no user");
        }
    }

    private static ConsoleAccount account(String property, String name, @Nullable String password, String rights) {
        if (password == null) {
            throw invalid(property, null, "The console user '" + name + "' needs a password");
        }
        return checked(property, null, () -> new ConsoleAccount(name, password, ConsoleRight.parse(rights)));
    }

    private interface ValueSupplier<T> {
        T make();
    }

    @SuppressWarnings("UnusedException") // its message is passed on
    private static <T> T checked(String property, @Nullable Object value, ValueSupplier<T> supplier) {
        try {
            return supplier.make();
        } catch (IllegalArgumentException e) {
            throw invalid(property, value, String.valueOf(e.getMessage()));
        }
    }

    static InvalidConfigurationPropertyValueException invalid(String property, @Nullable Object value, String reason) {
        return new InvalidConfigurationPropertyValueException(PREFIX + "." + property, value, reason);
    }
}
