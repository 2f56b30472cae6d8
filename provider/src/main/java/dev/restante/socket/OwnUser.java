package dev.restante.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * The user of the operating system that this process runs as, and whether others are the same. Java tells it of no
 * process, but of files and of the peers of sockets.
 */
final class OwnUser {

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
        if (!channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
            return true;
        }
        return isPeer(channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user(), user);
    }

    private static boolean isPeer(@Nullable UserPrincipal peer, UserPrincipal user) {
        return user.equals(peer);
    }
}
