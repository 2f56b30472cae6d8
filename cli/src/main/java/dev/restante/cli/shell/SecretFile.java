package dev.restante.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** File that holds passwords. */
public final class SecretFile {

    private static final Set<PosixFilePermission> OPEN = EnumSet.of(
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);

    private SecretFile() {}

    /**
     * Checks that only its owner and, to read, its group can use a file.
     *
     * @param what the name of the file in messages, such as "the users file"
     * @throws CommandFailure if others can read it, or its group can change it
     */
    public static void checkRights(String what, Path file) throws CommandFailure {
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view != null && view.readAttributes().permissions().stream().anyMatch(OPEN::contains)) {
                throw CommandFailure.usage(what + " " + file + " can be read by other users, or changed by its group:"
                        + " chmod 600 " + file);
            }
        } catch (IOException e) {
            throw unreadable(what, file, e);
        }
    }

    /**
     * Returns the lines of a file.
     *
     * @param what the name of the file in messages, such as "the users file"
     * @throws CommandFailure if the file can't be read, or is no text in UTF-8 without a byte order mark
     */
    public static List<String> lines(String what, Path file) throws CommandFailure {
        List<String> lines = new ArrayList<>();
        long number = 1;
        try (TextLines reader = TextLines.of(file)) {
            for (String line = reader.next(); line != null; line = reader.next()) {
                if (number == 1 && line.startsWith(TextLines.BYTE_ORDER_MARK)) {
                    throw CommandFailure.usage("line 1 of " + what + " " + file
                            + " begins with a byte order mark, which would belong to its first word; save it without");
                }
                lines.add(line);
                number++;
            }
        } catch (IOException e) {
            throw unreadable("line " + number + " of " + what, file, e);
        }
        return lines;
    }

    /** Returns the first line of a file with one password; an empty text for an empty file. */
    public static String password(String what, Path file) throws CommandFailure {
        List<String> lines = lines(what, file);
        return lines.isEmpty() ? "" : lines.get(0);
    }

    private static CommandFailure unreadable(String what, Path file, IOException e) {
        return new CommandFailure(ExitCode.USAGE, what + " " + file + " can't be read: " + Failures.reason(e), e);
    }
}
