package dev.restante.cli.console;

import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.FailureReporter;
import dev.restante.cli.shell.SecretFile;
import dev.restante.console.guard.ConsoleAccount;
import dev.restante.console.guard.ConsoleRight;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Parser of the users file of the console, with a line {@code NAME:RIGHTS:PASSWORD} for each user. Empty lines, and
 * lines that begin with {@code #}, are ignored.
 */
final class ConsoleUsersFile {

    private static final String FILE = "the users file";

    private ConsoleUsersFile() {}

    /**
     * Reads the accounts in a users file.
     *
     * @throws CommandException if other users can read the file, a line is invalid, or the file has no account
     */
    static List<ConsoleAccount> read(Path file) throws CommandException {
        SecretFile.checkRights(FILE, file);
        List<String> lines = SecretFile.lines(FILE, file);
        List<ConsoleAccount> accounts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank() && !line.startsWith("#")) {
                accounts.add(account(line, "line " + (i + 1) + " of " + FILE + " " + file));
            }
        }
        if (accounts.isEmpty()) {
            throw CommandException.usage("the users file " + file + " contains no users");
        }
        return accounts;
    }

    private static ConsoleAccount account(String line, String where) throws CommandException {
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
            throw CommandException.usage(where + " does not have the form NAME:RIGHTS:PASSWORD");
        }
        try {
            return new ConsoleAccount(parts[0].strip(), parts[2], ConsoleRight.parse(parts[1]));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, where + ": " + FailureReporter.reason(e), e);
        }
    }
}
