package dev.restante.socket;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/**
 * The user of the operating system that this process runs as, and the check that others run as the same. Java tells
 * the user of no process, but those of files and of the peers of sockets.
 */
final class OwnUser {

    /** Of the module {@code jdk.net}, by name: servers don't show that module to what they deploy. */
    private static final String PEER = "SO_PEERCRED";

    private OwnUser() {}

    /** Found out from a file that this process makes. */
    static UserPrincipal find() throws IOException {
        Path file = Files.createTempFile("restante-", null);
        try {
            return Files.getOwner(file);
        } finally {
            Files.delete(file);
        }
    }

    /**
     * Whether the process at the other end runs as a user.
     *
     * @return true, too, where the system does not tell, as Windows
     */
    static boolean isPeer(SocketChannel channel, UserPrincipal user) throws IOException {
        for (SocketOption<?> option : channel.supportedOptions()) {
            if (option.name().equals(PEER)) {
                return user.equals(userOf(channel.getOption(option)));
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
