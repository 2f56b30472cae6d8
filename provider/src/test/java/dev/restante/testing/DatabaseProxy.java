package dev.restante.testing;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Stands between clients and a server of PostgreSQL, MariaDB or MySQL, on the loopback address, and spoils their
 * connections when a test says so. It reads the messages that pass by, so that it does so at the very place that the
 * test is about. A pooler that speaks the same protocol can be the server, too.
 *
 * <ul>
 *   <li>{@link #existing} and {@link #fresh} say what becomes of connections that are open now, and of those that come
 *   from now on: {@link Line}.
 *   <li>{@link #delayRoundTrips}, {@link #limitBytesPerSecond} and {@link #delayAnswersToCommit} slow all of them down.
 *   <li>{@link #breakCommitOf} breaks one of them in its COMMIT.
 *   <li>{@link #stopListening} refuses new connections as a server does that is not up; {@link #restore} ends all of
 *   that.
 * </ul>
 *
 * <p>Thread-safe; two threads per connection pass messages on.
 */
public final class DatabaseProxy implements Closeable {

    /** What a line does with what the client asks, and with what the server answers. */
    public enum Line {
        /** All is well. */
        PASS(Way.PASS, Way.PASS),
        /**
         * Nothing arrives in either direction until the line passes again; then all of it does. A new connection is
         * accepted.
         */
        HOLD(Way.HOLD, Way.HOLD),
        /** Requests are kept back so. */
        HOLD_REQUESTS(Way.HOLD, Way.PASS),
        /** Answers are kept back so: the server has done what was asked. */
        HOLD_ANSWERS(Way.PASS, Way.HOLD),
        /** What comes in either direction is lost, and the connection stays open: half-open for ever. */
        SWALLOW(Way.SWALLOW, Way.SWALLOW),
        /** Requests are lost so. */
        SWALLOW_REQUESTS(Way.SWALLOW, Way.PASS),
        /** Answers are lost so. */
        SWALLOW_ANSWERS(Way.PASS, Way.SWALLOW),
        /** The connection is reset, at once. A new one is accepted, and then reset. */
        CUT(Way.CUT, Way.CUT);

        final Way requests;
        final Way answers;

        Line(Way requests, Way answers) {
            this.requests = requests;
            this.answers = answers;
        }
    }

    /** What becomes of a message. */
    enum Way {
        PASS,
        HOLD,
        SWALLOW,
        CUT
    }

    /** Where a connection breaks in its COMMIT. */
    public enum Break {
        /** The server never gets the COMMIT: the transaction is rolled back. */
        BEFORE_COMMIT,
        /** The server has committed, and its answer is lost. */
        AFTER_COMMIT
    }

    /** Share of the round trips that jitter delays: one of so many. */
    private static final int JITTERED = 5;

    record Plan(String text, Break place, boolean thenRefuse, CountDownLatch done) {}

    private final int serverPort;
    private final String serverUrl;
    private final int port;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger roundTrips = new AtomicInteger();
    private volatile ServerSocket accepting;
    private Thread acceptor;
    private volatile Line fresh = Line.PASS;
    private volatile @Nullable Plan plan;
    private volatile long roundTripNanos;
    private volatile long jitterNanos;
    private volatile long bytesPerSecond = Long.MAX_VALUE;
    private volatile long commitAnswerNanos;

    /**
     * A proxy that passes all on.
     *
     * @param url the JDBC URL of a database of a server on this machine
     */
    public DatabaseProxy(String url) {
        this.serverUrl = url;
        this.serverPort = URI.create(url.substring("jdbc:".length())).getPort();
        this.accepting = listenOn(0);
        this.port = accepting.getLocalPort();
        this.acceptor = start("proxy-accepts", this::accept);
    }

    /** The JDBC URL of the same database by way of this proxy; not encrypted, so that the proxy can read. */
    public String url() {
        return serverUrl.replace(":" + serverPort + "/", ":" + port + "/")
                + (serverUrl.indexOf('?') < 0 ? "?" : "&")
                + Wire.readable(serverUrl);
    }

    /** How many connections are open. */
    public int openConnections() {
        return connections.size();
    }

    /**
     * From now on the connections that are open do that, until this is called again; one that was cut or has lost
     * something stays lost.
     */
    public void existing(Line line) {
        connections.forEach(connection -> connection.line(line));
    }

    /** Connections that are opened from now on do that, until {@link #existing} says otherwise. */
    public void fresh(Line line) {
        fresh = line;
    }

    /** Breaks all connections, and each new one at once, until {@link #restore}. */
    public void refuse() {
        fresh(Line.CUT);
        existing(Line.CUT);
    }

    /**
     * Nobody listens on the port, as before a server is up; connections that are open go on. Until {@link #restore}.
     */
    public synchronized void stopListening() {
        try {
            accepting.close();
            // A thread that is still within accept keeps the port open for whoever is quick.
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** How often clients have waited for answers so far, on all connections; for those of BEGIN they don't. */
    public int roundTrips() {
        return roundTrips.get();
    }

    void roundTripBegins() {
        roundTrips.incrementAndGet();
    }

    /** Each round trip takes that much longer. */
    public void delayRoundTrips(Duration duration) {
        delayRoundTrips(duration, Duration.ZERO);
    }

    /** Delays each round trip, and one of {@value #JITTERED} by a random time more. */
    public void delayRoundTrips(Duration duration, Duration jitter) {
        jitterNanos = jitter.toNanos();
        roundTripNanos = duration.toNanos();
        connections.forEach(ProxiedConnection::lookAgain);
    }

    /** Each connection passes no more than that in either direction; {@link Long#MAX_VALUE} for no limit. */
    public void limitBytesPerSecond(long bytes) {
        bytesPerSecond = bytes;
    }

    /**
     * The server's answer to each COMMIT comes that much later. What waits when this is set to zero is passed at once.
     */
    public void delayAnswersToCommit(Duration duration) {
        commitAnswerNanos = duration.toNanos();
        connections.forEach(ProxiedConnection::lookAgain);
    }

    /** All is well again, for old connections that have lost nothing and for new ones. */
    public synchronized void restore() {
        delayRoundTrips(Duration.ZERO);
        delayAnswersToCommit(Duration.ZERO);
        limitBytesPerSecond(Long.MAX_VALUE);
        fresh(Line.PASS);
        existing(Line.PASS);
        if (accepting.isClosed()) {
            accepting = listenOn(port);
            acceptor = start("proxy-accepts", this::accept);
        }
    }

    /**
     * Breaks, once, the connection that writes a text, in the COMMIT that follows.
     *
     * @param text what is written, for example a message's body
     * @param thenRefuse whether everything else breaks too at that moment, until {@link #restore}
     * @return counted down when it has happened
     */
    public CountDownLatch breakCommitOf(String text, Break place, boolean thenRefuse) {
        Plan next = new Plan(text, place, thenRefuse, new CountDownLatch(1));
        plan = next;
        return next.done();
    }

    @Override
    public void close() throws IOException {
        accepting.close();
        connections.forEach(ProxiedConnection::close);
    }

    private static ServerSocket listenOn(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @CanIgnoreReturnValue
    private static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept() {
        ServerSocket mine = accepting;
        while (!mine.isClosed()) {
            try {
                Socket client = mine.accept();
                ProxiedConnection connection = new ProxiedConnection(
                        this,
                        Wire.of(serverUrl),
                        client,
                        new Socket(InetAddress.getLoopbackAddress(), serverPort),
                        fresh);
                connections.add(connection);
                start("proxy-requests", connection::passRequests);
                start("proxy-answers", connection::passAnswers);
                if (fresh == Line.CUT) {
                    connection.line(Line.CUT);
                }
            } catch (IOException ignored) {
                // The accepting socket was closed, or the one connection has failed, which its client notices.
            }
        }
    }

    // ---- for the connections ----

    void forget(ProxiedConnection connection) {
        connections.remove(connection);
    }

    @Nullable
    Plan plan() {
        return plan;
    }

    void carryOut(Plan armed, ProxiedConnection connection) {
        plan = null;
        if (armed.thenRefuse()) {
            refuse();
        }
        connection.close();
        armed.done().countDown();
    }

    long roundTripNanos() {
        return roundTripNanos;
    }

    /** Returns the random part of the next delay. */
    long nextJitterNanos() {
        long most = jitterNanos;
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return most == 0 || random.nextInt(JITTERED) > 0 ? 0 : random.nextLong(most);
    }

    long bytesPerSecond() {
        return bytesPerSecond;
    }

    long commitAnswerNanos() {
        return commitAnswerNanos;
    }
}
