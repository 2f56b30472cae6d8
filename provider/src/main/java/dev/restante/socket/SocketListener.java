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
 * The acceptance of connections at a socket, of which there are few at a time, each with a thread of its own. Beside
 * that, its thread tells those whose call takes long that it goes on. Thread-safe.
 */
final class SocketListener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SocketListener.class);

    private static final PacedLog CROWDED = new PacedLog();

    /** Those of a console, and a few commands. */
    static final int MOST_CONNECTIONS = 32;

    private final SocketFolder.Bound bound;
    private final Served served;
    private final SocketLimits limits;
    private final LargeCalls large;
    private final Selector selector;
    private final Set<ServedConnection> connections = ConcurrentHashMap.newKeySet();
    private final WorkerThread accepting;
    private volatile boolean closed;

    private SocketListener(SocketFolder.Bound bound, Served served, SocketLimits limits, Selector selector) {
        this.bound = bound;
        this.served = served;
        this.limits = limits;
        this.large = LargeCalls.ofHeap(served.mostBytes());
        this.selector = selector;
        this.accepting = WorkerThread.inTurns(this::turn, "restante-socket");
    }

    /** Begins to accept connections at a socket, which is its own from now on. */
    static SocketListener start(SocketFolder.Bound bound, Served served, SocketLimits limits) throws IOException {
        bound.channel().configureBlocking(false);
        Selector selector = Selector.open();
        try {
            bound.channel().register(selector, SelectionKey.OP_ACCEPT);
            SocketListener started = new SocketListener(bound, served, limits, selector);
            started.accepting.start();
            return started;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            selector.close();
            throw e;
        }
    }

    SocketFolder.Bound bound() {
        return bound;
    }

    /** Waits for the next connection; without an end unless a call is under way. */
    private boolean turn() throws IOException {
        try {
            boolean working = connections.stream().anyMatch(ServedConnection::isWorking);
            selector.select(working ? TimeUnit.NANOSECONDS.toMillis(TimeUnit.NANOSECONDS.convert(limits.pulse())) : 0);
            selector.selectedKeys().clear();
            if (closed) {
                return false;
            }
            connections.forEach(ServedConnection::pulse);
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
        if (connections.size() >= MOST_CONNECTIONS) {
            CROWDED.write(leftOut -> LOG.warn(
                    "A connection to the local socket was refused because there are {} already; {} refusals before it"
                            + " were not logged",
                    MOST_CONNECTIONS,
                    leftOut));
            channel.close();
            return;
        }
        ServedConnection connection = new ServedConnection(
                new FrameChannel(channel), channel, bound.user(), served, limits, large, selector::wakeup);
        connections.add(connection);
        WorkerThread thread = WorkerThread.forApplication(
                () -> {
                    try {
                        connection.converse();
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

    /** Ends all conversations. What they have called goes on until it ends, and is answered if that is soon. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        accepting.awaitEnd();
        try (selector) {
            bound.channel().close();
        } catch (IOException e) {
            LOG.debug("The local socket was not closed in order", e);
        }
        connections.forEach(ServedConnection::end);
        long begun = System.nanoTime();
        long lastNanos = TimeUnit.NANOSECONDS.convert(limits.last());
        connections.forEach(each -> each.awaitAnswer(lastNanos - (System.nanoTime() - begun)));
        connections.forEach(ServedConnection::close);
    }
}
