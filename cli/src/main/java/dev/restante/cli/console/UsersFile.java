package dev.restante.cli.console;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.Failures;
import dev.restante.cli.shell.SecretFile;
import dev.restante.console.guard.Account;
import dev.restante.console.guard.Right;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file of those who may use the console: {@code NAME:RIGHTS:PASSWORD} in each line, but for empty lines and those
 * that begin with {@code #}.
 */
final class UsersFile {

    private static final String FILE = "the users file";

    private UsersFile() {}

    /**
     * Reads it.
     *
     * @throws CommandFailure if others can read it, or a line is none
     */
    static List<Account> read(Path file) throws CommandFailure {
        SecretFile.checkRights(FILE, file);
        List<String> lines = SecretFile.lines(FILE, file);
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank() && !line.startsWith("#")) {
                accounts.add(account(line, "line " + (i + 1) + " of " + FILE + " " + file));
            }
        }
        if (accounts.isEmpty()) {
            throw CommandFailure.usage("nobody is in the users file " + file);
        }
        return accounts;
    }

    private static Account account(String line, String where) throws CommandFailure {
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
            throw CommandFailure.usage(where + " is not NAME:RIGHTS:PASSWORD");
        }
        try {
            return new Account(parts[0].strip(), parts[2], Right.listed(parts[1]));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, where + ": " + Failures.reason(e), e);
        }
    }
}
