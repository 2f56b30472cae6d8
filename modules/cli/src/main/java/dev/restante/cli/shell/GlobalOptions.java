package dev.restante.cli.shell;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options that every command accepts, before or after its name. */
public final class GlobalOptions {

    @Option(
            names = "--url",
            paramLabel = "JDBC_URL",
            scope = ScopeType.INHERIT,
            description = "JDBC URL of the store, without a password; default: RESTANTE_URL")
    private @Nullable String url;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "Database user; default: RESTANTE_USER")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "File whose first line is the password; default: RESTANTE_PASSWORD")
    private @Nullable Path passwordFile;

    @Option(names = "--ask-password", scope = ScopeType.INHERIT, description = "Ask for the password on the terminal")
    private boolean askPassword;

    @Option(
            names = "--store-timeout",
            paramLabel = "DURATION",
            scope = ScopeType.INHERIT,
            description = "Time for which the command retries while the store cannot be reached; default: 10s")
    private @Nullable Duration storeTimeout;

    @Option(names = "--create-store", scope = ScopeType.INHERIT, description = "Create the store if it does not exist")
    private boolean createStore;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON")
    private boolean json;

    @Option(names = "--stack-trace", scope = ScopeType.INHERIT, description = "Print the stack trace of an error")
    private boolean stackTrace;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print the log of the provider")
    private boolean verbose;

    GlobalOptions() {}

    @Nullable
    String url() {
        return url;
    }

    @Nullable
    String user() {
        return user;
    }

    @Nullable
    Path passwordFile() {
        return passwordFile;
    }

    boolean askPassword() {
        return askPassword;
    }

    @Nullable
    Duration storeTimeout() {
        return storeTimeout;
    }

    boolean createStore() {
        return createStore;
    }

    boolean json() {
        return json;
    }

    public boolean stackTrace() {
        return stackTrace;
    }

    public boolean verbose() {
        return verbose;
    }
}
