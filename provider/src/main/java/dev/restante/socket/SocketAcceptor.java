package dev.restante.socket;

import dev.restante.model.WorkerThread;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thread that accepts connections at the local socket and sends keep-alive frames. Each connection has a thread of its
 * own. Thread-safe.
 */
final class SocketAcceptor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SocketAcceptor.class);

    private static final RateLimitedLog REJECTION_LOG = new RateLimitedLog();

    /** Highest number of connections, enough for a console and some commands. */
    static final int MAX_CONNECTIONS = 32;

    private final SocketDirectory.BoundSocket bound;
    private final ServedNode servedNode;
    private final SocketTimeouts timeouts;
    private final LargeCallLimiter largeCallLimiter;
    private final Selector selector;
    private final Set<PeerConnection> connections = ConcurrentHashMap.newKeySet();
    private final WorkerThread acceptorThread;
    private volatile boolean closed;

    private SocketAcceptor(
            SocketDirectory.BoundSocket bound, ServedNode servedNode, SocketTimeouts timeouts, Selector selector) {
        this.bound = bound;
        this.servedNode = servedNode;
        this.timeouts = timeouts;
        this.largeCallLimiter = LargeCallLimiter.forHeap(servedNode.maxCallBytes());
        this.selector = selector;
        this.acceptorThread = WorkerThread.repeating(this::runOnce, "restante-socket");
    }

    /** Starts to accept connections at a socket, and takes over the socket. */
    static SocketAcceptor start(SocketDirectory.BoundSocket bound, ServedNode servedNode, SocketTimeouts timeouts)
            throws IOException {
        bound.channel().configureBlocking(false);
        Selector selector = Selector.open();
        try {
            bound.channel().register(selector, SelectionKey.OP_ACCEPT);
            SocketAcceptor started = new SocketAcceptor(bound, servedNode, timeouts, selector);
            started.acceptorThread.start();
            return started;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            selector.close();
            throw e;
        }
    }

    SocketDirectory.BoundSocket bound() {
        return bound;
    }

    /** Waits for the next connection; wakes up for keep-alive frames only while a call is running. */
    private boolean runOnce() throws IOException {
        try {
            boolean working = connections.stream().anyMatch(PeerConnection::isWorking);
            selector.select(
                    working
                            ? TimeUnit.NANOSECONDS.toMillis(TimeUnit.NANOSECONDS.convert(timeouts.keepAliveInterval()))
                            : 0);
            selector.selectedKeys().clear();
            if (closed) {
                return false;
            }
            connections.forEach(PeerConnection::keepAlive);
            for (SocketChannel next = bound.channel().accept();
                    next != null;
                    next = bound.channel().accept()) {
                admit(next);
            }
            return true;
        } catch (ClosedSelectorException e) {
            LOG.trace("Closed", e);
            return false;
        }
    }

    private void admit(SocketChannel channel) throws IOException {
        if (connections.size() >= MAX_CONNECTIONS) {
            REJECTION_LOG.log(leftOut -> LOG.warn(
                    "Restante rejected a connection to the local socket, because {} connections are"
                            + " open. {} earlier rejections were not logged.",
                    MAX_CONNECTIONS,
                    leftOut));
            channel.close();
            return;
        }
        PeerConnection connection = new PeerConnection(
                new FrameChannel(channel),
                channel,
                bound.user(),
                servedNode,
                timeouts,
                largeCallLimiter,
                selector::wakeup);
        connections.add(connection);
        WorkerThread thread = WorkerThread.forApplication(
                () -> {
                    try {
                        connection.run();
                    } finally {
                        connections.remove(connection);
                    }
                },
                "restante-socket-connection");
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            connections.remove(connection);
            connection.close();
            throw e;
        }
    }

    /** Closes all connections. Running calls continue to their end and are answered if they end soon. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        acceptorThread.awaitEnd();
        try (selector) {
            bound.channel().close();
        } catch (IOException e) {
            LOG.debug("The local socket cannot be closed", e);
        }
        connections.forEach(PeerConnection::shutDown);
        long begun = System.nanoTime();
        long lastNanos = TimeUnit.NANOSECONDS.convert(timeouts.shutdown());
        connections.forEach(each -> each.awaitAnswer(lastNanos - (System.nanoTime() - begun)));
        connections.forEach(PeerConnection::close);
    }
}
