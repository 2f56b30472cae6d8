package dev.restante.socket;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Child process that connects to a local socket as another user. It needs only the JDK. It prints the answer as bytes,
 * or the reason why it cannot connect. Argument: the path of the socket.
 */
final class OtherUserChild {

    private OtherUserChild() {}

    public static void main(String[] arguments) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(Path.of(arguments[0])))) {
            ByteBuffer answer = ByteBuffer.allocate(6);
            while (answer.hasRemaining() && channel.read(answer) >= 0) {
                // The channel delivers the answer in parts.
            }
            System.out.println("kind " + answer.get(4) + " refusal " + answer.get(5));
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
