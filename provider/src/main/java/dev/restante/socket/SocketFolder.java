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
 * The folder beside an embedded database in which its process listens, open to its user only. Whoever holds the lock of
 * the database is the only one who listens there, so a socket that it finds is stale.
 *
 * <p>The path of a socket has about a hundred bytes on every system, and some file systems have no sockets. Where it
 * can't be in the folder, it is in a private folder for temporary files, and a file in the folder says where. The name
 * of the private folder says whose it is, so that the copy of a store never takes that of the original for its own.
 */
final class SocketFolder {

    private static final Logger LOG = LoggerFactory.getLogger(SocketFolder.class);

    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    private static final String SOCKET = "s";
    private static final String ELSEWHERE = "elsewhere";
    private static final String TEMPORARY = "restante-";
    private static final int LONGEST_PATH = 4096;
    private static final int IDENTITY_BYTES = 8;

    private final Path folder;

    /** That of a database, by its path without an ending. */
    SocketFolder(Path database) {
        this.folder = Path.of(database + ".socket");
    }

    /**
     * A socket that listens.
     *
     * @param temporary the private folder that it is in; null if it is in that of the database
     * @param user who runs this process
     */
    record Bound(ServerSocketChannel channel, @Nullable Path temporary, OwnUser user) {}

    /**
     * The folder as it is before anybody listens.
     *
     * @param user who runs this process
     * @param stale the private folder of a process that had the database before; null if there is none
     */
    record Found(OwnUser user, @Nullable Path stale) {}

    /** Who runs this process; the folder is there before a name is asked for. */
    OwnUser user() throws IOException {
        return OwnUser.find(folder);
    }

    /**
     * Looks at what is there, and changes nothing.
     *
     * @throws IOException if it can't be used here, or belongs to somebody else
     */
    Found look() throws IOException {
        OwnUser user = user();
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return new Found(user, null);
        }
        user.requireOwner(folder);
        Path elsewhere = elsewhere();
        return new Found(user, elsewhere != null && isOwn(elsewhere) ? elsewhere : null);
    }

    /**
     * Listens. Whoever calls has the lock of the database.
     *
     * @throws IOException if that is not possible here, or the folder belongs to somebody else
     */
    Bound listen(Found found) throws IOException {
        make(found.user());
        if (found.stale() != null) {
            removeStale(found.stale(), found.user());
        }
        Files.deleteIfExists(folder.resolve(ELSEWHERE));
        Files.deleteIfExists(folder.resolve(SOCKET));
        try {
            return new Bound(bound(folder.resolve(SOCKET)), null, found.user());
        } catch (IOException tooLong) {
            LOG.debug("{} takes no socket, so it goes elsewhere", folder, tooLong);
            return boundElsewhere(found.user());
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

    private Bound boundElsewhere(OwnUser user) throws IOException {
        Path temporary = Files.createTempDirectory(TEMPORARY + identity() + "-");
        ServerSocketChannel channel = null;
        try {
            channel = bound(temporary.resolve(SOCKET));
            Path written = Files.writeString(folder.resolve(ELSEWHERE + ".new"), temporary.toString());
            Files.move(written, folder.resolve(ELSEWHERE), StandardCopyOption.REPLACE_EXISTING);
            return new Bound(channel, temporary, user);
        } catch (IOException e) {
            if (channel != null) {
                channel.close();
            }
            removeTemporary(temporary);
            throw e;
        }
    }

    /**
     * Which tells the folder from every other one of this machine, also from its own copies, and is the same by
     * whatever path it is reached.
     */
    private String identity() throws IOException {
        Object key = Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
        String text = key == null ? folder.toRealPath().toString() : key.toString();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, IDENTITY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Whether a private folder was made for this one, and not for one that this is a copy of. */
    private boolean isOwn(Path temporary) throws IOException {
        return String.valueOf(temporary.getFileName()).startsWith(TEMPORARY + identity() + "-");
    }

    /** The rights are those of the folder from its first instant. */
    private void make(OwnUser user) throws IOException {
        try {
            if (isPosix(folder)) {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWN));
            } else {
                Files.createDirectory(folder);
            }
        } catch (FileAlreadyExistsException e) {
            LOG.trace("{} is there", folder, e);
        }
        user.requireOwner(folder);
        if (isPosix(folder) && isOpenToOthers(folder)) {
            Files.setPosixFilePermissions(folder, OWN);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static boolean isOpenToOthers(Path folder) throws IOException {
        return !OWN.containsAll(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS));
    }

    /** Checks that nobody else can put anything into a folder. */
    private static void requireOwn(Path folder, OwnUser user) throws IOException {
        user.requireOwner(folder);
        if (isPosix(folder) && isOpenToOthers(folder)) {
            throw new IOException(folder + " is open to others");
        }
    }

    /**
     * The socket of whoever has the database; null if there is none.
     *
     * @throws IOException if it can't be trusted
     */
    @Nullable
    Path find(OwnUser user) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        requireOwn(folder, user);
        Path elsewhere = elsewhere();
        if (elsewhere == null) {
            Path socket = folder.resolve(SOCKET);
            return Files.exists(socket, LinkOption.NOFOLLOW_LINKS) ? socket : null;
        }
        if (!isOwn(elsewhere) || !Files.exists(elsewhere, LinkOption.NOFOLLOW_LINKS)) {
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

    private static void removeStale(Path temporary, OwnUser user) {
        try {
            if (Files.exists(temporary, LinkOption.NOFOLLOW_LINKS)) {
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
    void remove(Bound bound) {
        try {
            if (bound.temporary() != null) {
                removeTemporary(bound.temporary());
            }
            Files.deleteIfExists(folder.resolve(ELSEWHERE));
            Files.deleteIfExists(folder.resolve(SOCKET));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            LOG.debug("{} stays; whoever has the store next replaces what is in it", folder, e);
        }
    }
}
