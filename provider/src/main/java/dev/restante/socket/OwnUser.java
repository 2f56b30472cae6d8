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
 * The user of the operating system that this process runs as, and the check that others run as the same. Java tells
 * the user of no process, but those of files and of the peers of sockets.
 *
 * <p>Files are compared by numbers, because their names come from a name service that may hang. The names of peers are
 * not to be had without it, so they are asked for last, where nobody else waits.
 */
final class OwnUser {

    /** Of the module {@code jdk.net}, by name: servers don't show that module to what they deploy. */
    private static final String PEER = "SO_PEERCRED";

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String UID = "unix:uid";

    private final @Nullable Integer uid;
    private final Named named;

    /** The name of the user, looked up. */
    @FunctionalInterface
    interface Named {
        UserPrincipal find() throws IOException;
    }

    /**
     * A user.
     *
     * @param uid null where users have none, as on Windows
     */
    OwnUser(@Nullable Integer uid, Named named) {
        this.uid = uid;
        this.named = named;
    }

    /**
     * Found out from the system, or from a file that this process makes where the system does not tell.
     *
     * @param owned a path that belongs to the user before the name of the user is asked for, and has a folder
     * @throws IOException if it can't be found out
     */
    static OwnUser find(Path owned) throws IOException {
        Named named = () -> Files.getOwner(owned, LinkOption.NOFOLLOW_LINKS);
        if (!owned.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return new OwnUser(null, named);
        }
        return new OwnUser(Files.isReadable(STATUS) ? told(STATUS) : ofNewFile(owned), named);
    }

    /** The effective user: the second number of the line that has all. */
    static int told(Path status) throws IOException {
        for (String line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseUnsignedInt(line.split("\\s+", 4)[2]);
            }
        }
        throw new IOException(status + " does not tell the user of this process");
    }

    static int ofNewFile(Path owned) throws IOException {
        Path file = null;
        try {
            file = Files.createTempFile(requireNonNull(owned.toAbsolutePath().getParent()), "restante-", ".user");
            return (Integer) Files.getAttribute(file, UID, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new IOException(
                    "the user of this process can't be found out: no file can be made in the folder of the store: " + e,
                    e);
        } finally {
            if (file != null) {
                Files.delete(file);
            }
        }
    }

    /**
     * Checks that a folder is none of somebody else, and no link.
     *
     * @throws IOException if it is something else
     */
    void requireOwner(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + " is no folder");
        }
        if (uid != null) {
            Object owner = Files.getAttribute(folder, UID, LinkOption.NOFOLLOW_LINKS);
            if (!uid.equals(owner)) {
                throw new IOException(folder + " belongs to user " + owner + ", and this process to user " + uid);
            }
        }
    }

    /** The name of the user. */
    String name() throws IOException {
        return named.find().getName();
    }

    /**
     * Whether the process at the other end runs as this user.
     *
     * @return true, too, where the system does not tell, as Windows
     */
    boolean isPeer(SocketChannel channel) throws IOException {
        for (SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals(PEER)) {
                return named.find().equals(userOf(channel.getOption(option)));
            }
        }
        return true;
    }

    private static Object userOf(Object credentials) throws IOException {
        try {
            return credentials.getClass().getMethod("user").invoke(credentials);
        } catch (ReflectiveOperationException e) {
            throw new IOException("the user of the other process can't be found out", e);
        }
    }
}
