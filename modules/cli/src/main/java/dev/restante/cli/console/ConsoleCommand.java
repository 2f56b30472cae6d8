package dev.restante.cli.console;

import static java.util.Objects.requireNonNull;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.FailureReporter;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.SecretFile;
import dev.restante.console.Console;
import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleSettings;
import dev.restante.console.guard.ConsoleAccount;
import dev.restante.console.server.ConsoleServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Command {@code restante console}: serves the console, a website that shows and repairs queues and messages, until
 * Ctrl-C.
 */
@Command(
        name = "console",
        sortOptions = false,
        description = {
            "Serves the console, a website that shows and repairs queues and messages, until Ctrl-C.",
            "Prints each change that a console user makes to the error stream."
        })
public final class ConsoleCommand extends OpenStoreCommand {

    private static final String PASSWORD_VARIABLE = "RESTANTE_CONSOLE_PASSWORD";
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on, or 0 for any free port; default: 8161")
    private int port = 8161;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "Address to listen on; default: 127.0.0.1, which only this machine can reach")
    private String bind = "127.0.0.1";

    @Option(names = "--console-user", paramLabel = "NAME", description = "Name of a console user with all rights")
    private @Nullable String consoleUser;

    @Option(
            names = "--console-password-file",
            paramLabel = "FILE",
            description = "File whose first line is the password of --console-user; default: " + PASSWORD_VARIABLE)
    private @Nullable Path consolePasswordFile;

    @Option(
            names = "--console-users-file",
            paramLabel = "FILE",
            description = "File with more console users, one NAME:RIGHTS:PASSWORD per line; rights: view, read, repair,"
                    + " remove," + " configure, decide, all")
    private @Nullable Path consoleUsersFile;

    @Option(names = "--read-only", description = "Allow no changes, whatever the rights of a user")
    private boolean readOnly;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description =
                    "Path of the console, such as /restante behind a reverse proxy that keeps the path; default: none")
    private String path = "";

    /**
     * Settings that are read once, before the store opens: a pipe delivers its password once, and a file may change.
     */
    private @Nullable ConsoleSettings settings;

    private @Nullable InetAddress bindAddress;

    ConsoleCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected void validate() throws CommandException {
        if (port < 0 || port > 65_535) {
            throw CommandException.usage("--port " + port + " is not within 0 to 65535");
        }
        settings = settings();
        bindAddress = address();
    }

    private ConsoleSettings settings() throws CommandException {
        if (consoleUser == null && consoleUsersFile == null) {
            throw CommandException.usage(
                    "the console needs at least one user. Use --console-user or --console-users-file.");
        }
        try {
            List<ConsoleAccount> accounts = new ArrayList<>();
            if (consoleUser != null) {
                accounts.add(ConsoleAccount.withAllRights(consoleUser, consoleUserPassword()));
            }
            if (consoleUsersFile != null) {
                accounts.addAll(ConsoleUsersFile.read(consoleUsersFile));
            }
            ConsoleRequest.validateBasePath(path);
            return new ConsoleSettings(accounts, readOnly);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, FailureReporter.reason(e), e);
        }
    }

    private String consoleUserPassword() throws CommandException {
        String password = password();
        if (password == null || password.isBlank()) {
            throw CommandException.usage(
                    "the console needs a password. Set " + PASSWORD_VARIABLE + ", or use --console-password-file.");
        }
        return password;
    }

    private @Nullable String password() throws CommandException {
        if (consolePasswordFile == null) {
            return context().environment(PASSWORD_VARIABLE);
        }
        SecretFile.checkRights("the password file", consolePasswordFile);
        return SecretFile.password("the password file", consolePasswordFile);
    }

    private InetAddress address() throws CommandException {
        try {
            return InetAddress.getByName(bind);
        } catch (UnknownHostException e) {
            throw new CommandException(ExitCode.USAGE, "--bind " + bind + " is not an address of this machine", e);
        }
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        InetSocketAddress address = new InetSocketAddress(requireNonNull(bindAddress), port);
        try (Console console = new Console(store.admin(), requireNonNull(settings), this::printLogLine);
                ConsoleServer server = start(console, address, path)) {
            if (!address.getAddress().isLoopbackAddress()) {
                context()
                        .printError("restante: other machines can reach this console, and HTTP does not encrypt"
                                + " passwords and messages. Use a reverse proxy with HTTPS.");
            }
            console.warmUp();
            context().out().println("console at http://" + host(server.address()) + path + "/; Ctrl-C ends");
            context().out().flush();
            boolean end = false;
            while (!end) {
                end = context().sleep(POLL_INTERVAL);
            }
            return ExitCode.OK;
        }
    }

    private static ConsoleServer start(Console console, InetSocketAddress address, String path)
            throws CommandException {
        try {
            return ConsoleServer.start(console, address, path);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "the console cannot listen on " + host(address) + " (" + FailureReporter.reason(e)
                            + "). Choose another port with --port.",
                    e);
        }
    }

    private static String host(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    private void printLogLine(String line) {
        context()
                .printError(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + FailureReporter.withoutSecrets(line));
    }
}
