package dev.restante.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Proxy between programs on the loopback address, for any protocol. It transfers bytes or holds them back like a broken
 * network. Thread-safe. Two threads per connection transfer bytes.
 */
public final class TcpProxy implements Closeable {

    private static final int CHUNK = 16_384;

    private final ServerSocket accepting;
    private final int target;

    @GuardedBy("this")
    private final List<Socket> open = new ArrayList<>();

    @GuardedBy("this")
    private boolean held;

    /** Creates a proxy to a port of this machine. */
    public TcpProxy(int target) throws IOException {
        this.target = target;
        this.accepting = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Returns the port of the proxy. */
    public int port() {
        return accepting.getLocalPort();
    }

    /** Holds all bytes back in both directions. New connections are accepted but receive nothing. */
    public synchronized void hold() {
        held = true;
    }

    /** Transfers bytes of new connections again. Held bytes are lost with their connections. */
    public synchronized void restore() {
        if (held) {
            held = false;
            closeAll();
            notifyAll();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        accepting.close();
        held = false;
        closeAll();
        notifyAll();
    }

    @GuardedBy("this")
    private void closeAll() {
        open.forEach(TcpProxy::closeQuietly);
        open.clear();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "plain-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!accepting.isClosed()) {
            try {
                Socket client = accepting.accept();
                register(client);
                start(() -> connect(client));
            } catch (IOException ignored) {
                // The proxy was closed.
            }
        }
    }

    private synchronized void register(Socket socket) {
        open.add(socket);
    }

    private void connect(Socket client) {
        try (client) {
            awaitPassing();
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
                register(server);
                start(() -> pass(server, client));
                pass(client, server);
            }
        } catch (IOException refused) {
            closeQuietly(client);
        }
    }

    private void pass(Socket from, Socket to) {
        try {
            from.setTcpNoDelay(true);
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                awaitPassing();
                out.write(chunk, 0, count);
            }
            awaitPassing();
        } catch (IOException ended) {
            // The other side notices this when its socket is closed.
        }
        closeQuietly(from);
        closeQuietly(to);
        forget(from, to);
    }

    private synchronized void forget(Socket one, Socket other) {
        open.remove(one);
        open.remove(other);
    }

    private synchronized void awaitPassing() {
        while (held) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new AssertionError("the thread of the proxy was interrupted", e);
            }
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // The socket is closed already.
        }
    }
}
