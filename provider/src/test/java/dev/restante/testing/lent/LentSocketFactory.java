package dev.restante.testing.lent;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Factory of the sockets of a loan, which the URL of the database names for the driver. */
public final class LentSocketFactory extends SocketFactory {

    private final @Nullable Loan loan;

    /**
     * Creates a factory for the number of a loan. The number of another process is unknown and results in ordinary
     * sockets.
     */
    public LentSocketFactory(String loan) {
        this.loan = LentDatabases.loan(loan);
    }

    @Override
    public Socket createSocket() {
        return loan == null ? new Socket() : new LentSocket(loan);
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
