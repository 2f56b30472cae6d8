package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rights to an embedded store's files. Only the owner has any, because messages are in the files. Where the file
 * system knows no such rights, as on Windows, those of the folder hold.
 *
 * <p>HSQLDB makes some files itself, with the rights that the process gives. Those whose names are known before are
 * made for it, empty; it takes them for missing.
 */
public final class OwnerOnly {

    private static final Logger LOGGER = LoggerFactory.getLogger(OwnerOnly.class);
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private OwnerOnly() {}

    /** Makes an empty file unless there is one. */
    public static void make(Path file) throws IOException {
        try {
            if (isPosix(file)) {
                Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
            } else {
                Files.createFile(file);
            }
        } catch (FileAlreadyExistsException e) {
            // With the rights that restrict() gave it.
        }
    }

    /** Makes a folder, and those above it that are missing; one that exists stays as it is. */
    public static void makeFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        if (isPosix(folder)) {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
        } else {
            Files.createDirectories(folder);
        }
    }

    /** Takes the files of a database from everybody else. One that can't be changed is told, and stays. */
    public static void restrict(Path database) {
        Path folder = database.getParent();
        if (folder == null || !isPosix(database)) {
            return;
        }
        String beginning = database.getFileName() + ".";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                folder, file -> String.valueOf(file.getFileName()).startsWith(beginning))) {
            for (Path file : files) {
                restrictFile(file);
            }
        } catch (IOException e) {
            LOGGER.warn("The rights to the files of {} can't be looked at: {}", database, e.toString());
        }
    }

    private static void restrictFile(Path file) throws IOException {
        boolean regular = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        if (!regular && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Set<PosixFilePermission> wanted = regular ? FILE : FOLDER;
        try {
            if (!wanted.containsAll(Files.getPosixFilePermissions(file))) {
                Files.setPosixFilePermissions(file, wanted);
            }
        } catch (IOException e) {
            LOGGER.warn("{} can be read by others, and that can't be changed: {}", file, e.toString());
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
