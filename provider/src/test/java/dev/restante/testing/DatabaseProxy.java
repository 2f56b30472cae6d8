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
 * Proxy between clients and a server of PostgreSQL, MariaDB or MySQL on the loopback address, which disturbs
 * connections on request of a test. It reads the passing messages, so that it can act at an exact place. The server can
 * also be a pooler with the same protocol.
 *
 * <ul>
 *   <li>{@link #setExistingConnections} and {@link #setNewConnections} set the {@link TrafficMode} of open connections
 *       and of later connections.
 *   <li>{@link #delayRoundTrips}, {@link #limitBytesPerSecond} and {@link #delayAnswersToCommit} slow down all
 *       connections.
 *   <li>{@link #breakCommitOf} breaks a connection in its COMMIT, and {@link #cut} at any message.
 *   <li>{@link #stopListening} refuses new connections, like a stopped server.
 *   <li>{@link #restore} ends all disturbances.
 * </ul>
 *
 * <p>Thread-safe. Two threads per connection transfer messages.
 */
public final class DatabaseProxy implements Closeable {

    /** Treatment of the client's requests and the server's answers on a connection. */
    public enum TrafficMode {
        /** Transfers all messages. */
        PASS(MessageTreatment.PASS, MessageTreatment.PASS),
        /**
         * Holds all messages back until the connection passes again, and then transfers them. New connections are
         * accepted.
         */
        HOLD(MessageTreatment.HOLD, MessageTreatment.HOLD),
        /** Holds requests back. */
        HOLD_REQUESTS(MessageTreatment.HOLD, MessageTreatment.PASS),
        /** Holds answers back after the server has executed the requests. */
        HOLD_ANSWERS(MessageTreatment.PASS, MessageTreatment.HOLD),
        /** Loses all messages and keeps the connection open, so that it stays half-open. */
        DROP(MessageTreatment.DROP, MessageTreatment.DROP),
        /** Loses requests. */
        DROP_REQUESTS(MessageTreatment.DROP, MessageTreatment.PASS),
        /** Loses answers. */
        DROP_ANSWERS(MessageTreatment.PASS, MessageTreatment.DROP),
        /** Resets the connection immediately. A new connection is accepted and then reset. */
        RESET(MessageTreatment.RESET, MessageTreatment.RESET);

        final MessageTreatment requests;
        final MessageTreatment answers;

        TrafficMode(MessageTreatment requests, MessageTreatment answers) {
            this.requests = requests;
            this.answers = answers;
        }
    }

    /** Treatment of a message. */
    enum MessageTreatment {
        PASS,
        HOLD,
        DROP,
        RESET
    }

    /** Place at which a connection breaks in its COMMIT. */
    public enum CommitBreak {
        /** Break before the server gets the COMMIT, so that it rolls back. */
        BEFORE_COMMIT,
        /** Break after the server has committed, so that its answer is lost. */
        AFTER_COMMIT
    }

    /** Number of round trips of which one is delayed by jitter. */
    private static final int JITTERED = 5;

    record CommitBreakPlan(String text, CommitBreak place, boolean thenRefuse, CountDownLatch done) {}

    private final int serverPort;
    private final String serverUrl;
    private final int port;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger roundTrips = new AtomicInteger();
    private volatile ServerSocket accepting;
    private Thread acceptor;
    private volatile TrafficMode newConnectionsMode = TrafficMode.PASS;
    private volatile @Nullable CommitBreakPlan plan;
    private volatile @Nullable WireCut cut;
    private volatile long roundTripNanos;
    private volatile long jitterNanos;
    private volatile long bytesPerSecond = Long.MAX_VALUE;
    private volatile long commitAnswerNanos;

    /**
     * Creates a proxy that transfers everything.
     *
     * @param url the JDBC URL of a database on this machine
     */
    public DatabaseProxy(String url) {
        this.serverUrl = url;
        this.serverPort = URI.create(url.substring("jdbc:".length())).getPort();
        this.accepting = listenOn(0);
        this.port = accepting.getLocalPort();
        this.acceptor = start("proxy-accepts", this::accept);
    }

    /**
     * Returns the JDBC URL of the database through this proxy. It is unencrypted, so that the proxy can read the
     * messages.
     */
    public String url() {
        return serverUrl.replace(":" + serverPort + "/", ":" + port + "/")
                + (serverUrl.indexOf('?') < 0 ? "?" : "&")
                + WireProtocol.unencryptedOptions(serverUrl);
    }

    /** Returns the number of open connections. */
    public int openConnections() {
        return connections.size();
    }

    /**
     * Sets the treatment of the connections that are open, until the next call. A connection that was cut or lost a
     * message stays lost.
     */
    public void setExistingConnections(TrafficMode mode) {
        connections.forEach(connection -> connection.setMode(mode));
    }

    /**
     * Sets the treatment of connections that are opened from now on, until the next call of {@link
     * #setExistingConnections}.
     */
    public void setNewConnections(TrafficMode mode) {
        newConnectionsMode = mode;
    }

    /** Breaks all connections, and each new connection immediately, until {@link #restore}. */
    public void refuse() {
        setNewConnections(TrafficMode.RESET);
        setExistingConnections(TrafficMode.RESET);
    }

    /** Closes the port until {@link #restore}, like a server that does not run yet. Open connections continue. */
    public synchronized void stopListening() {
        try {
            accepting.close();
            // A thread that is still in accept would keep the port open for a fast client.
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the number of waits of clients for answers so far, on all connections. Clients do not wait for the answer
     * to BEGIN.
     */
    public int roundTrips() {
        return roundTrips.get();
    }

    void roundTripBegins() {
        roundTrips.incrementAndGet();
    }

    /** Delays each round trip by a duration. */
    public void delayRoundTrips(Duration duration) {
        delayRoundTrips(duration, Duration.ZERO);
    }

    /** Delays each round trip by a duration, and one in {@value #JITTERED} by an additional random time. */
    public void delayRoundTrips(Duration duration, Duration jitter) {
        jitterNanos = jitter.toNanos();
        roundTripNanos = duration.toNanos();
        connections.forEach(ProxiedConnection::wakeUp);
    }

    /** Limits the transfer of each connection in either direction. {@link Long#MAX_VALUE} means no limit. */
    public void limitBytesPerSecond(long bytes) {
        bytesPerSecond = bytes;
    }

    /** Delays the server's answer to each COMMIT. Setting it to zero immediately transfers the waiting answers. */
    public void delayAnswersToCommit(Duration duration) {
        commitAnswerNanos = duration.toNanos();
        connections.forEach(ProxiedConnection::wakeUp);
    }

    /** Ends all disturbances for new connections, and for old connections that have lost nothing. */
    public synchronized void restore() {
        delayRoundTrips(Duration.ZERO);
        delayAnswersToCommit(Duration.ZERO);
        limitBytesPerSecond(Long.MAX_VALUE);
        setNewConnections(TrafficMode.PASS);
        setExistingConnections(TrafficMode.PASS);
        if (accepting.isClosed()) {
            accepting = listenOn(port);
            acceptor = start("proxy-accepts", this::accept);
        }
    }

    /**
     * Breaks the next connection that writes a text, once, in the COMMIT that follows.
     *
     * @param text the written text, for example the body of a message
     * @param thenRefuse true to break everything else at that moment, too, until {@link #restore}
     * @return a latch that is counted down after the break
     */
    public CountDownLatch breakCommitOf(String text, CommitBreak place, boolean thenRefuse) {
        CommitBreakPlan next = new CommitBreakPlan(text, place, thenRefuse, new CountDownLatch(1));
        plan = next;
        return next.done();
    }

    /** Counts the messages of the next connection that sends one, until the next call. */
    public WireCut countMessages() {
        return nextCut(null);
    }

    /**
     * Cuts the next connection that sends a message, once. The client notices the cut immediately. The server gets the
     * bytes that have passed, and then the end of the connection.
     */
    public WireCut cut(WireCut.CutPlace place) {
        return nextCut(place);
    }

    private WireCut nextCut(WireCut.@Nullable CutPlace place) {
        WireCut next = new WireCut(place);
        cut = next;
        return next;
    }

    /** Ends the count of messages, or a cut that was not reached. */
    public void endCut() {
        cut = null;
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
                        WireProtocol.of(serverUrl),
                        client,
                        new Socket(InetAddress.getLoopbackAddress(), serverPort),
                        newConnectionsMode);
                connections.add(connection);
                start("proxy-requests", connection::passRequests);
                start("proxy-answers", connection::passAnswers);
                if (newConnectionsMode == TrafficMode.RESET) {
                    connection.setMode(TrafficMode.RESET);
                }
            } catch (IOException ignored) {
                // The accepting socket was closed, or a connection has failed, which its client notices.
            }
        }
    }

    // ---- for the connections ----

    void forget(ProxiedConnection connection) {
        connections.remove(connection);
    }

    @Nullable
    CommitBreakPlan plan() {
        return plan;
    }

    @Nullable
    WireCut cut() {
        return cut;
    }

    void executeBreak(CommitBreakPlan armed, ProxiedConnection connection) {
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
