package dev.restante.cli.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of files and standard input that contain passwords. */
public final class SecretFile {

    private static final Set<PosixFilePermission> OPEN = EnumSet.of(
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);

    private SecretFile() {}

    /**
     * Checks that only the owner of a file can change it, and only the owner and the group can read it.
     *
     * @param what the name of the file in messages, such as "the users file"
     * @throws CommandException if other users can read the file, or its group can change it
     */
    public static void checkRights(String what, Path file) throws CommandException {
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view != null && view.readAttributes().permissions().stream().anyMatch(OPEN::contains)) {
                throw CommandException.usage(what + " " + file
                        + " can be read by other users or changed by its group. Run chmod 600 " + file);
            }
        } catch (IOException e) {
            throw unreadable(what + " " + file, e);
        }
    }

    /**
     * Returns the lines of a file.
     *
     * @throws CommandException if the file cannot be read, is not UTF-8, or begins with a byte order mark
     */
    public static List<String> lines(String what, Path file) throws CommandException {
        List<String> lines = new ArrayList<>();
        String name = what + " " + file;
        try (Utf8LineReader reader = Utf8LineReader.of(file)) {
            for (String line = next(name, reader); line != null; line = next(name, reader)) {
                lines.add(line);
            }
        } catch (IOException e) {
            throw unreadable(name, e);
        }
        return lines;
    }

    /**
     * Reads the next line.
     *
     * @return the line, or null at the end of the text
     * @throws CommandException if the line cannot be read, is not UTF-8, or is the first line and has a byte order mark
     */
    private static @Nullable String next(String name, Utf8LineReader reader) throws CommandException {
        String line;
        try {
            line = reader.next();
        } catch (IOException e) {
            throw unreadable("line " + Math.max(1, reader.number()) + " of " + name, e);
        }
        if (line != null && reader.number() == 1 && line.startsWith(Utf8LineReader.BYTE_ORDER_MARK)) {
            throw CommandException.usage(
                    "line 1 of " + name + " begins with a byte order mark. Save the file without it.");
        }
        return line;
    }

    /** Returns the first line of a password file, or an empty text for an empty file. */
    public static String password(String what, Path file) throws CommandException {
        List<String> lines = lines(what, file);
        return lines.isEmpty() ? "" : lines.get(0);
    }

    /** Returns the first line of the standard input, or an empty text for an empty input. */
    @SuppressWarnings("resource") // the standard input stays open
    public static String password(InputStream in) throws CommandException {
        String line = next("the standard input", Utf8LineReader.of(in));
        return line == null ? "" : line;
    }

    private static CommandException unreadable(String name, IOException e) {
        return new CommandException(ExitCode.USAGE, name + " cannot be read: " + FailureReporter.reason(e), e);
    }
}
