package dev.restante.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder beside an embedded database in which its process listens, open to its user only. Whoever holds the lock of
 * the database is the only one who listens there, so a socket that it finds is stale.
 *
 * <p>The path of a socket has about a hundred bytes on every system, and some file systems have no sockets. Where it
 * can't be in the folder, it is in a private folder for temporary files, and a file in the folder says where.
 */
final class SocketFolder {

    private static final Logger LOG = LoggerFactory.getLogger(SocketFolder.class);

    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    private static final String SOCKET = "s";
    private static final String ELSEWHERE = "elsewhere";
    private static final String TEMPORARY = "restante-";
    private static final int LONGEST_PATH = 4096;

    private final Path folder;

    /** That of a database, by its path without an ending. */
    SocketFolder(Path database) {
        this.folder = Path.of(database + ".socket");
    }

    /**
     * A socket that listens.
     *
     * @param user who runs this process
     */
    record Bound(ServerSocketChannel channel, UserPrincipal user) {}

    /**
     * Listens. Whoever calls has the lock of the database.
     *
     * @throws IOException if that is not possible here, or the folder belongs to somebody else
     */
    Bound listen() throws IOException {
        UserPrincipal user = OwnUser.find();
        make(user);
        removeStale(user);
        try {
            return bound(folder.resolve(SOCKET), user);
        } catch (IOException tooLong) {
            LOG.debug("{} takes no socket, so it goes elsewhere", folder, tooLong);
            return boundElsewhere(user);
        }
    }

    private static Bound bound(Path socket, UserPrincipal user) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return new Bound(channel.bind(UnixDomainSocketAddress.of(socket)), user);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private Bound boundElsewhere(UserPrincipal user) throws IOException {
        Path temporary = Files.createTempDirectory(TEMPORARY);
        Bound bound = null;
        try {
            bound = bound(temporary.resolve(SOCKET), user);
            Path written = Files.writeString(folder.resolve(ELSEWHERE + ".new"), temporary.toString());
            Files.move(written, folder.resolve(ELSEWHERE), StandardCopyOption.REPLACE_EXISTING);
            return bound;
        } catch (IOException e) {
            if (bound != null) {
                bound.channel().close();
            }
            removeTemporary(temporary);
            throw e;
        }
    }

    /** The rights are those of the folder from its first instant. */
    private void make(UserPrincipal user) throws IOException {
        try {
            if (isPosix(folder)) {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWN));
            } else {
                Files.createDirectory(folder);
            }
        } catch (FileAlreadyExistsException e) {
            LOG.trace("{} is there", folder, e);
        }
        if (isPosix(folder)) {
            if (!OWN.containsAll(attributes(folder, user).permissions())) {
                Files.setPosixFilePermissions(folder, OWN);
            }
        }
    }

    /**
     * Of a folder that belongs to the user and is no link.
     *
     * @throws IOException if it is something else
     */
    private static PosixFileAttributes attributes(Path folder, UserPrincipal user) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isDirectory()) {
            throw new IOException(folder + " is no folder");
        }
        if (!attributes.owner().equals(user)) {
            throw new IOException(
                    folder + " belongs to " + attributes.owner().getName() + ", and this process to " + user.getName());
        }
        return attributes;
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Checks that nobody else can put anything into a folder. */
    private static void requireOwn(Path folder, UserPrincipal user) throws IOException {
        if (isPosix(folder) && !OWN.containsAll(attributes(folder, user).permissions())) {
            throw new IOException(folder + " is open to others");
        }
    }

    /**
     * The socket of whoever has the database; null if there is none.
     *
     * @throws IOException if it can't be trusted
     */
    @Nullable
    Path find(UserPrincipal user) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        requireOwn(folder, user);
        Path elsewhere = elsewhere();
        if (elsewhere == null) {
            Path socket = folder.resolve(SOCKET);
            return Files.exists(socket, LinkOption.NOFOLLOW_LINKS) ? socket : null;
        }
        if (!Files.exists(elsewhere, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        requireOwn(elsewhere, user);
        return elsewhere.resolve(SOCKET);
    }

    private @Nullable Path elsewhere() throws IOException {
        Path pointer = folder.resolve(ELSEWHERE);
        try {
            if (Files.size(pointer) > LONGEST_PATH) {
                throw new IOException(pointer + " is too long for a path");
            }
            return Path.of(Files.readString(pointer));
        } catch (NoSuchFileException e) {
            return null;
        } catch (java.nio.file.InvalidPathException e) {
            throw new IOException(pointer + " has no path", e);
        }
    }

    private void removeStale(UserPrincipal user) throws IOException {
        Path elsewhere = elsewhere();
        if (elsewhere != null) {
            removeTemporary(elsewhere, user);
        }
        Files.deleteIfExists(folder.resolve(ELSEWHERE));
        Files.deleteIfExists(folder.resolve(SOCKET));
    }

    /** Only what one of us has made, whatever the file says. */
    private static void removeTemporary(Path temporary, UserPrincipal user) {
        try {
            if (String.valueOf(temporary.getFileName()).startsWith(TEMPORARY)
                    && Files.exists(temporary, LinkOption.NOFOLLOW_LINKS)) {
                requireOwn(temporary, user);
                removeTemporary(temporary);
            }
        } catch (IOException e) {
            LOG.debug("{} stays", temporary, e);
        }
    }

    private static void removeTemporary(Path temporary) throws IOException {
        Files.deleteIfExists(temporary.resolve(SOCKET));
        Files.deleteIfExists(temporary);
    }

    /** Nobody listens any more; whoever has listened still has the lock of the database. */
    void remove(UserPrincipal user) {
        try {
            removeStale(user);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            LOG.debug("{} stays; whoever has the store next replaces what is in it", folder, e);
        }
    }
}
