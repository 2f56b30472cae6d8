package dev.restante.cli.message;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Set;

/**
 * Output file that replaces its target atomically after its content is complete. Until then the bytes are in a
 * temporary file beside it, so a failure leaves an older file unchanged. A device or a pipe is written directly.
 */
final class AtomicOutputFile implements AutoCloseable {

    private static final Set<PosixFilePermission> GROUP = EnumSet.of(
            PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE);

    private final Path target;
    private final Path written;
    private final boolean replaces;
    private final OutputStream out;

    private AtomicOutputFile(Path target, Path written, boolean replaces) throws IOException {
        this.target = target;
        this.written = written;
        this.replaces = replaces;
        this.out = new BufferedOutputStream(Files.newOutputStream(written, StandardOpenOption.WRITE));
    }

    /** Creates a file whose target must not exist. */
    static AtomicOutputFile create(Path target) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        return new AtomicOutputFile(target, Files.createFile(temporarySibling(target)), false);
    }

    /** Creates a file that replaces its target, and keeps the owner, group and permissions of an older file. */
    static AtomicOutputFile replace(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new AtomicOutputFile(file, Files.createFile(temporarySibling(file)), true);
        }
        Path target = file.toRealPath();
        if (!Files.isRegularFile(target)) {
            return new AtomicOutputFile(target, target, true);
        }
        if (!Files.isWritable(target)) {
            throw new AccessDeniedException(file.toString());
        }
        return new AtomicOutputFile(target, withPermissionsOf(target, temporarySibling(target)), true);
    }

    private static Path temporarySibling(Path target) throws IOException {
        Path directory = target.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new NotDirectoryException(String.valueOf(directory));
        }
        return target.resolveSibling("restante-" + Long.toHexString(new SecureRandom().nextLong()) + ".partial");
    }

    private static Path withPermissionsOf(Path old, Path created) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(old, PosixFileAttributeView.class);
        if (view == null) {
            return Files.createFile(created);
        }
        PosixFileAttributes rights = view.readAttributes();
        // Other users may not read the file before it has the right group.
        Files.createFile(created, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        permissions.addAll(rights.permissions());
        PosixFileAttributeView own = Files.getFileAttributeView(created, PosixFileAttributeView.class);
        if (!isAllowed(() -> own.setGroup(rights.group()))) {
            // The group of this process may not get rights that it did not have before.
            permissions.removeAll(GROUP);
        }
        boolean unused = isAllowed(() -> own.setOwner(rights.owner()));
        own.setPermissions(permissions);
        return created;
    }

    /** Returns false if the operating system rejects a change, such as a new owner of the file. */
    @SuppressWarnings("UnusedException") // the result is false in that case
    private static boolean isAllowed(PermissionChange permissionChange) {
        try {
            permissionChange.apply();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    OutputStream out() {
        return out;
    }

    /** Moves the file to its target after all bytes are on disk. */
    void complete() throws IOException {
        out.close();
        if (written.equals(target)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(written, target, replaces ? new CopyOption[] {StandardCopyOption.ATOMIC_MOVE} : new CopyOption[0]);
    }

    /** Deletes the temporary file unless the output is complete. */
    @Override
    public void close() throws IOException {
        try (out) {
            if (!written.equals(target)) {
                Files.deleteIfExists(written);
            }
        }
    }

    @FunctionalInterface
    private interface PermissionChange {
        void apply() throws IOException;
    }
}
