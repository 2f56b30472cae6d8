package dev.restante.cli.shell;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command has, before or after its name. */
public final class GlobalOptions {

    @Option(
            names = "--url",
            paramLabel = "JDBC_URL",
            scope = ScopeType.INHERIT,
            description = "The store, as its applications name it; default: RESTANTE_URL. Passwords may not be in it")
    private @Nullable String url;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "The user of the database; default: RESTANTE_USER")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "A file whose first line is the password; default: RESTANTE_PASSWORD")
    private @Nullable Path passwordFile;

    @Option(names = "--ask-password", scope = ScopeType.INHERIT, description = "Ask for the password")
    private boolean askPassword;

    @Option(
            names = "--store-timeout",
            paramLabel = "DURATION",
            scope = ScopeType.INHERIT,
            description = "How long to try again while the store can't be reached; default: 10s")
    private @Nullable Duration storeTimeout;

    @Option(
            names = "--create-store",
            scope = ScopeType.INHERIT,
            description = "Make a store where there is none, instead of refusing")
    private boolean createStore;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON")
    private boolean json;

    @Option(names = "--stack-trace", scope = ScopeType.INHERIT, description = "Print the stack trace of an error")
    private boolean stackTrace;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print what the provider logs")
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

    /** Whether errors come with their stack traces. */
    public boolean stackTrace() {
        return stackTrace;
    }

    /** Whether the log is wanted. */
    public boolean verbose() {
        return verbose;
    }
}
