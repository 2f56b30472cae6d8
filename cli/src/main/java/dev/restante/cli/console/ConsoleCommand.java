package dev.restante.cli.console;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.Failures;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.SecretFile;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.Console;
import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleSettings;
import dev.restante.console.guard.Account;
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

/** {@code restante console}. */
@Command(
        name = "console",
        sortOptions = false,
        description = {
            "Serves pages that show queues and messages, and repair dead letters; ends with Ctrl-C.",
            "What is done there is told on the error stream: who, what, how many."
        })
public final class ConsoleCommand extends StoreCommand {

    private static final String PASSWORD_VARIABLE = "RESTANTE_CONSOLE_PASSWORD";
    private static final Duration LOOK = Duration.ofSeconds(1);

    @Option(names = "--port", paramLabel = "PORT", description = "Where it listens; default: 8161; 0 for a free one")
    private int port = 8161;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "The address that it listens on; default: 127.0.0.1, for this machine only")
    private String bind = "127.0.0.1";

    @Option(names = "--console-user", paramLabel = "NAME", description = "Who may come in, with all rights")
    private @Nullable String consoleUser;

    @Option(
            names = "--console-password-file",
            paramLabel = "FILE",
            description = "A file whose first line is the password of that user; default: " + PASSWORD_VARIABLE)
    private @Nullable Path consolePasswordFile;

    @Option(
            names = "--console-users-file",
            paramLabel = "FILE",
            description = "A file of others, NAME:RIGHTS:PASSWORD in each line; rights: look, read, repair, remove,"
                    + " configure, decide, all")
    private @Nullable Path consoleUsersFile;

    @Option(names = "--read-only", description = "Shows, and changes nothing")
    private boolean readOnly;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "Under which it is, as /restante behind a proxy that passes it on; default: none")
    private String path = "";

    ConsoleCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected void check() throws CommandFailure {
        if (port < 0 || port > 65_535) {
            throw CommandFailure.usage("--port " + port + " is not within 0 to 65535");
        }
        settings();
        address();
    }

    private ConsoleSettings settings() throws CommandFailure {
        if (consoleUser == null && consoleUsersFile == null) {
            throw CommandFailure.usage(
                    "the console needs somebody who may come in: --console-user, or --console-users-file");
        }
        try {
            List<Account> accounts = new ArrayList<>();
            if (consoleUser != null) {
                accounts.add(Account.withAll(consoleUser, ownPassword()));
            }
            if (consoleUsersFile != null) {
                accounts.addAll(UsersFile.read(consoleUsersFile));
            }
            ConsoleRequest.checkBase(path);
            return new ConsoleSettings(accounts, readOnly);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, Failures.reason(e), e);
        }
    }

    private String ownPassword() throws CommandFailure {
        String password = password();
        if (password == null || password.isBlank()) {
            throw CommandFailure.usage("the console needs a password: set " + PASSWORD_VARIABLE
                    + ", or use --console-password-file; there is no default");
        }
        return password;
    }

    private @Nullable String password() throws CommandFailure {
        if (consolePasswordFile == null) {
            return shell().environment(PASSWORD_VARIABLE);
        }
        SecretFile.checkRights("the password file", consolePasswordFile);
        return SecretFile.password("the password file", consolePasswordFile);
    }

    private InetAddress address() throws CommandFailure {
        try {
            return InetAddress.getByName(bind);
        } catch (UnknownHostException e) {
            throw new CommandFailure(ExitCode.USAGE, "--bind " + bind + " is no address of this machine", e);
        }
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        InetSocketAddress address = new InetSocketAddress(address(), port);
        try (Console console = new Console(store.admin(), settings(), this::told);
                ConsoleServer server = start(console, address, path)) {
            if (!address.getAddress().isLoopbackAddress()) {
                shell().note("restante: others can reach this console, and HTTP hides neither password nor messages:"
                        + " put a proxy with HTTPS in front of it");
            }
            console.warmUp();
            shell().out().println("console at http://" + host(server.address()) + path + "/; Ctrl-C ends");
            shell().out().flush();
            boolean end = false;
            while (!end) {
                end = shell().pause(LOOK);
            }
            return ExitCode.OK;
        }
    }

    private static ConsoleServer start(Console console, InetSocketAddress address, String path) throws CommandFailure {
        try {
            return ConsoleServer.start(console, address, path);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "the console can't listen on " + host(address) + " (" + Failures.reason(e)
                            + "); --port names another port",
                    e);
        }
    }

    private static String host(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    private void told(String line) {
        shell().note(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + Failures.withoutSecrets(line));
    }
}
