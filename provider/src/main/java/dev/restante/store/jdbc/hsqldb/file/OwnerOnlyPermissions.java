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
 * Functions that create the files and folders of an embedded store, or restrict existing files, so that only their
 * operating-system owner has access. On file systems without such permissions, as on Windows, the permissions of the
 * folder apply.
 *
 * <p>HSQLDB creates some files itself, with the default permissions of the process. Restante creates files of known
 * names in advance, as empty files, which HSQLDB treats as missing.
 */
public final class OwnerOnlyPermissions {

    private static final Logger LOGGER = LoggerFactory.getLogger(OwnerOnlyPermissions.class);
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private OwnerOnlyPermissions() {}

    /** Creates an empty file if it is missing. */
    public static void createFile(Path file) throws IOException {
        try {
            if (isPosix(file)) {
                Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
            } else {
                Files.createFile(file);
            }
        } catch (FileAlreadyExistsException e) {
            // The file has the permissions that restrict() gave it.
        }
    }

    /** Creates a folder and its missing parents; an existing folder stays unchanged. */
    public static void createFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        if (isPosix(folder)) {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
        } else {
            Files.createDirectories(folder);
        }
    }

    /** Removes the permissions of other users from the files of a database. Logs a file for which this fails. */
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
            LOGGER.warn(
                    "Check the permissions of the files of {}. Restante cannot read or restrict them: {}",
                    database,
                    e.toString());
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
            LOGGER.warn(
                    "Restrict the permissions of {}, which other users may read. Restante cannot restrict them: {}",
                    file,
                    e.toString());
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
