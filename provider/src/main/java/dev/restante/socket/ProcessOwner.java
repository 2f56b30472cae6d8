package dev.restante.socket;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Operating system user of this process, and the check that files and peers belong to the same user.
 *
 * <p>Java does not provide the user of a process, but provides the users of files and socket peers. Files are compared
 * by numeric user id, because user names come from a name service that may hang. Peers have only names, which are
 * therefore resolved in the connection's own thread.
 */
final class ProcessOwner {

    /** Name of the option of the module {@code jdk.net}, which application servers may hide from applications. */
    private static final String PEER = "SO_PEERCRED";

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String UID = "unix:uid";

    private final @Nullable Integer uid;
    private final UserLookup lookup;

    /** Lookup of the user name. */
    @FunctionalInterface
    interface UserLookup {
        UserPrincipal find() throws IOException;
    }

    /**
     * Creates a user.
     *
     * @param uid the user id, null on systems without user ids, such as Windows
     */
    ProcessOwner(@Nullable Integer uid, UserLookup lookup) {
        this.uid = uid;
        this.lookup = lookup;
    }

    /**
     * Determines the user of this process from the system, or else from a temporary file.
     *
     * @param ownedPath a path with a parent directory, which belongs to the user before {@link #name} is called
     * @throws IOException if the user cannot be determined
     */
    static ProcessOwner find(Path ownedPath) throws IOException {
        UserLookup lookup = () -> Files.getOwner(ownedPath, LinkOption.NOFOLLOW_LINKS);
        if (!ownedPath.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return new ProcessOwner(null, lookup);
        }
        return new ProcessOwner(Files.isReadable(STATUS) ? effectiveUid(STATUS) : uidOfNewFile(ownedPath), lookup);
    }

    /** Returns the effective user id, which is the second number in the line {@code Uid:}. */
    static int effectiveUid(Path status) throws IOException {
        for (String line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseUnsignedInt(line.split("\\s+", 4)[2]);
            }
        }
        throw new IOException(status + " does not contain the user of this process");
    }

    static int uidOfNewFile(Path ownedPath) throws IOException {
        Path file = null;
        try {
            file = Files.createTempFile(
                    requireNonNull(ownedPath.toAbsolutePath().getParent()), "restante-", ".user");
            return (Integer) Files.getAttribute(file, UID, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new IOException(
                    "The user of this process cannot be determined, because no file"
                            + " can be created in the directory of the store: "
                            + e,
                    e);
        } finally {
            if (file != null) {
                Files.delete(file);
            }
        }
    }

    /**
     * Checks that a path is a directory of this user, not a link.
     *
     * @throws IOException if it is not
     */
    void requireOwner(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + " is not a directory");
        }
        if (uid != null) {
            Object owner = Files.getAttribute(folder, UID, LinkOption.NOFOLLOW_LINKS);
            if (!uid.equals(owner)) {
                throw new IOException(folder + " belongs to user " + owner + ", but this process runs as user " + uid);
            }
        }
    }

    String name() throws IOException {
        return lookup.find().getName();
    }

    /**
     * Returns whether the process at the other end belongs to this user.
     *
     * @return true also if the system does not provide the user, for example on Windows
     */
    boolean isPeer(SocketChannel channel) throws IOException {
        for (SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals(PEER)) {
                return lookup.find().equals(userOf(channel.getOption(option)));
            }
        }
        return true;
    }

    private static Object userOf(Object credentials) throws IOException {
        try {
            return credentials.getClass().getMethod("user").invoke(credentials);
        } catch (ReflectiveOperationException e) {
            throw new IOException("The user of the other process cannot be determined", e);
        }
    }
}
