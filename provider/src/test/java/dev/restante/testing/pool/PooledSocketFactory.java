package dev.restante.testing.pool;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Factory of the sockets of a borrowed database, which the URL of the database names for the driver. */
public final class PooledSocketFactory extends SocketFactory {

    private final @Nullable BorrowedDatabase borrowed;

    /**
     * Creates a factory for the number of a borrowed database. The number of another process is unknown and results in
     * ordinary sockets.
     */
    public PooledSocketFactory(String number) {
        this.borrowed = PostgresDatabasePool.borrowed(number);
    }

    @Override
    public Socket createSocket() {
        return borrowed == null ? new Socket() : new PooledSocket(borrowed);
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("the driver connects its sockets itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException("the driver connects its sockets itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("the driver connects its sockets itself");
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException("the driver connects its sockets itself");
    }
}
