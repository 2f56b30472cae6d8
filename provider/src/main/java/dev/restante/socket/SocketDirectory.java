package dev.restante.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directory beside an embedded database in which the server side binds, and clients find, the local socket.
 *
 * <p>Only the user of the process can access it. Only the process with the lock of the database listens there, so that
 * an existing socket is stale.
 *
 * <p>Socket paths are limited to about a hundred bytes, and some file systems have no sockets. In these cases the
 * socket is in a private temporary directory, and a redirect file contains the path. The name of the temporary
 * directory identifies this directory, so that a copied store does not use the socket of the original.
 */
final class SocketDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(SocketDirectory.class);

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final String SOCKET = "s";
    private static final String REDIRECT_FILE = "redirect";
    private static final String TEMPORARY = "restante-";
    private static final int LONGEST_PATH = 4096;
    private static final int IDENTITY_BYTES = 8;

    private final Path folder;

    SocketDirectory(Path database) {
        this.folder = Path.of(database + ".socket");
    }

    /**
     * Socket that accepts connections.
     *
     * @param temporary the temporary directory of the socket; null if the socket is beside the database
     * @param user the user of this process
     */
    record BoundSocket(ServerSocketChannel channel, @Nullable Path temporary, ProcessOwner user) {}

    /**
     * State of the directory before the socket is bound.
     *
     * @param user the user of this process
     * @param stale the temporary directory of an earlier process; null if there is none
     */
    record SocketDirectoryState(ProcessOwner user, @Nullable Path stale) {}

    ProcessOwner user() throws IOException {
        return ProcessOwner.find(folder);
    }

    /**
     * Inspects the directory without changes.
     *
     * @throws IOException if the directory is unusable or belongs to another user
     */
    SocketDirectoryState inspect() throws IOException {
        ProcessOwner user = user();
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return new SocketDirectoryState(user, null);
        }
        user.requireOwner(folder);
        Path redirected = redirectedDirectory();
        return new SocketDirectoryState(user, redirected != null && isOwnDirectory(redirected) ? redirected : null);
    }

    /**
     * Binds the socket. The caller has the lock of the database.
     *
     * @throws IOException if that fails or the directory belongs to another user
     */
    BoundSocket bind(SocketDirectoryState state) throws IOException {
        create(state.user());
        if (state.stale() != null) {
            removeStale(state.stale(), state.user());
        }
        Files.deleteIfExists(folder.resolve(REDIRECT_FILE));
        Files.deleteIfExists(folder.resolve(SOCKET));
        try {
            return new BoundSocket(bound(folder.resolve(SOCKET)), null, state.user());
        } catch (IOException tooLong) {
            LOG.debug(
                    "The socket cannot be created in {}. Restante creates it in a temporary directory.",
                    folder,
                    tooLong);
            return boundElsewhere(state.user());
        }
    }

    private static ServerSocketChannel bound(Path socket) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return channel.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private BoundSocket boundElsewhere(ProcessOwner user) throws IOException {
        Path temporary = Files.createTempDirectory(TEMPORARY + identity() + "-");
        ServerSocketChannel channel = null;
        try {
            channel = bound(temporary.resolve(SOCKET));
            Path written = Files.writeString(folder.resolve(REDIRECT_FILE + ".new"), temporary.toString());
            Files.move(written, folder.resolve(REDIRECT_FILE), StandardCopyOption.REPLACE_EXISTING);
            return new BoundSocket(channel, temporary, user);
        } catch (IOException e) {
            if (channel != null) {
                channel.close();
            }
            removeTemporary(temporary);
            throw e;
        }
    }

    /**
     * Returns an id of the directory, which is unique on this machine, different for copies and independent of the
     * path.
     */
    private String identity() throws IOException {
        Object key = Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
        String text = key == null ? folder.toRealPath().toString() : key.toString();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, IDENTITY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM provides SHA-256", e);
        }
    }

    /** Returns whether a temporary directory belongs to this directory, not to the original of a copy. */
    private boolean isOwnDirectory(Path temporary) throws IOException {
        return String.valueOf(temporary.getFileName()).startsWith(TEMPORARY + identity() + "-");
    }

    /** Creates the directory with its final permissions, or restricts the permissions of an existing directory. */
    private void create(ProcessOwner user) throws IOException {
        try {
            if (isPosix(folder)) {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            } else {
                Files.createDirectory(folder);
            }
        } catch (FileAlreadyExistsException e) {
            LOG.trace("{} already exists", folder, e);
        }
        user.requireOwner(folder);
        if (isPosix(folder) && isOpenToOthers(folder)) {
            Files.setPosixFilePermissions(folder, OWNER_ONLY);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static boolean isOpenToOthers(Path folder) throws IOException {
        return !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS));
    }

    /** Checks that other users cannot write to a directory. */
    private static void requirePrivate(Path folder, ProcessOwner user) throws IOException {
        user.requireOwner(folder);
        if (isPosix(folder) && isOpenToOthers(folder)) {
            throw new IOException(folder + " is accessible to other users");
        }
    }

    /**
     * Returns the socket of the process that has the database; null if there is none.
     *
     * @throws IOException if the socket is not trustworthy
     */
    @Nullable
    Path find(ProcessOwner user) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        requirePrivate(folder, user);
        Path redirected = redirectedDirectory();
        if (redirected == null) {
            Path socket = folder.resolve(SOCKET);
            return Files.exists(socket, LinkOption.NOFOLLOW_LINKS) ? socket : null;
        }
        if (!isOwnDirectory(redirected) || !Files.exists(redirected, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        requirePrivate(redirected, user);
        return redirected.resolve(SOCKET);
    }

    private @Nullable Path redirectedDirectory() throws IOException {
        Path pointer = folder.resolve(REDIRECT_FILE);
        try {
            if (Files.size(pointer) > LONGEST_PATH) {
                throw new IOException(pointer + " is too long for a path");
            }
            return Path.of(Files.readString(pointer));
        } catch (NoSuchFileException e) {
            return null;
        } catch (java.nio.file.InvalidPathException e) {
            throw new IOException(pointer + " does not contain a path", e);
        }
    }

    private static void removeStale(Path temporary, ProcessOwner user) {
        try {
            if (Files.exists(temporary, LinkOption.NOFOLLOW_LINKS)) {
                requirePrivate(temporary, user);
                removeTemporary(temporary);
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be deleted", temporary, e);
        }
    }

    private static void removeTemporary(Path temporary) throws IOException {
        Files.deleteIfExists(temporary.resolve(SOCKET));
        Files.deleteIfExists(temporary);
    }

    /** Removes the socket after it was closed. The caller still has the lock of the database. */
    void remove(BoundSocket bound) {
        try {
            if (bound.temporary() != null) {
                removeTemporary(bound.temporary());
            }
            Files.deleteIfExists(folder.resolve(REDIRECT_FILE));
            Files.deleteIfExists(folder.resolve(SOCKET));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            LOG.debug("{} cannot be deleted. The next process that opens the store replaces its content.", folder, e);
        }
    }
}
