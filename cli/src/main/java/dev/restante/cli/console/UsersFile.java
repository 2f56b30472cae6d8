package dev.restante.cli.console;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.Failures;
import dev.restante.console.guard.Account;
import dev.restante.console.guard.Right;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The file of those who may use the console: {@code NAME:RIGHTS:PASSWORD} in each line, but for empty lines and those
 * that begin with {@code #}.
 */
final class UsersFile {

    private static final Set<PosixFilePermission> OPEN = EnumSet.of(
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);

    private UsersFile() {}

    /**
     * Reads it.
     *
     * @throws CommandFailure if others can read it, or a line is none
     */
    static List<Account> read(Path file) throws CommandFailure {
        List<String> lines;
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view != null && view.readAttributes().permissions().stream().anyMatch(OPEN::contains)) {
                throw CommandFailure.usage("the users file " + file
                        + " can be read by everybody, or changed by its group: chmod 600 " + file);
            }
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.USAGE, "the users file " + file + " can't be read: " + Failures.reason(e), e);
        }
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank() && !line.startsWith("#")) {
                accounts.add(account(line, "line " + (i + 1) + " of the users file " + file));
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
