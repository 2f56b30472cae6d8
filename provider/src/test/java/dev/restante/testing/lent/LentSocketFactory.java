package dev.restante.testing.lent;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Makes the sockets of a loan; the driver finds it by the URL of the database. */
public final class LentSocketFactory extends SocketFactory {

    private final @Nullable Loan loan;

    /** By the number of a loan; one of another process is unknown, and has ordinary sockets. */
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
