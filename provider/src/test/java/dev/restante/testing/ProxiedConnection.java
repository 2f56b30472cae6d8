package dev.restante.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.testing.DatabaseProxy.CommitBreak;
import dev.restante.testing.DatabaseProxy.CommitBreakPlan;
import dev.restante.testing.DatabaseProxy.MessageTreatment;
import dev.restante.testing.DatabaseProxy.TrafficMode;
import dev.restante.testing.WireProtocol.ProtocolMessage;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Connection of a {@link DatabaseProxy}, with a thread for each direction. */
final class ProxiedConnection {

    private static final int CHUNK = 16_384;

    private final DatabaseProxy proxy;
    private final Socket client;
    private final Socket server;

    private final WireProtocol protocol;

    private volatile @Nullable CommitBreakPlan armedPlan;

    @GuardedBy("this")
    private TrafficMode mode;

    /** True if a message was lost, so that later messages are useless to the peers. */
    @GuardedBy("this")
    private boolean lost;

    @GuardedBy("this")
    private boolean closed;

    ProxiedConnection(DatabaseProxy proxy, WireProtocol protocol, Socket client, Socket server, TrafficMode mode)
            throws SocketException {
        this.proxy = proxy;
        this.protocol = protocol;
        this.client = client;
        this.server = server;
        this.mode = mode;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
    }

    void setMode(TrafficMode next) {
        synchronized (this) {
            mode = next;
            notifyAll();
        }
        if (next == TrafficMode.RESET) {
            close();
        }
    }

    /** Wakes the threads to read changed delays. */
    synchronized void wakeUp() {
        notifyAll();
    }

    /**
     * Closes both sockets. The client gets a reset if data is in transit, as from a host that does not know the
     * connection.
     */
    void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        proxy.forget(this);
        try {
            client.setSoLinger(true, 0);
        } catch (SocketException ignored) {
            // The socket is closed already.
        }
        for (Socket socket : new Socket[] {client, server}) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    void passRequests() {
        try {
            DataInputStream from = new DataInputStream(client.getInputStream());
            OutputStream to = server.getOutputStream();
            while (true) {
                ProtocolMessage request = protocol.request(from);
                CommitBreakPlan current = proxy.plan();
                if (current != null && armedPlan == null && contains(request, current.text())) {
                    armedPlan = current;
                }
                CommitBreakPlan armed = armedPlan;
                boolean commits = protocol.commits(request);
                if (commits && armed != null && armed.place() == CommitBreak.BEFORE_COMMIT) {
                    proxy.executeBreak(armed, this);
                    return;
                }
                if (protocol.expectsAnswer(request)) {
                    proxy.roundTripBegins();
                    long jitterNanos = proxy.nextJitterNanos();
                    delay(() -> proxy.roundTripNanos() == 0 ? 0 : proxy.roundTripNanos() + jitterNanos);
                }
                if (mayPass(true) && passOrCut(to, request, cutOfRequest(request))) {
                    return;
                }
            }
        } catch (IOException ended) {
            // The other side notices this when its socket is closed.
            return;
        } finally {
            close();
        }
    }

    void passAnswers() {
        try {
            DataInputStream from = new DataInputStream(server.getInputStream());
            OutputStream to = client.getOutputStream();
            while (true) {
                ProtocolMessage answer = protocol.answer(from);
                if (protocol.confirmsCommit(answer)) {
                    CommitBreakPlan armed = armedPlan;
                    if (armed != null && armed.place() == CommitBreak.AFTER_COMMIT) {
                        proxy.executeBreak(armed, this);
                        return;
                    }
                    delay(proxy::commitAnswerNanos);
                }
                WireCut cut = proxy.cut();
                if (mayPass(false) && passOrCut(to, answer, cut == null ? -1 : cut.answer(this, answer))) {
                    return;
                }
            }
        } catch (IOException ended) {
            return;
        } finally {
            close();
        }
    }

    /** Returns the number of bytes that pass before the connection is cut in a request, or -1 if it is not cut. */
    private int cutOfRequest(ProtocolMessage request) {
        WireCut cut = proxy.cut();
        return cut == null ? -1 : cut.request(this, request, protocol.executes(request));
    }

    /**
     * Passes a message, or the bytes before a cut. Returns true if the connection is cut. The client is disconnected
     * without a reset, so that it gets all bytes that have passed.
     */
    private boolean passOrCut(OutputStream to, ProtocolMessage message, int bytesBeforeCut) throws IOException {
        if (bytesBeforeCut < 0) {
            pass(to, message.bytes());
            return false;
        }
        to.write(message.bytes(), 0, bytesBeforeCut);
        client.close();
        return true;
    }

    /** Waits while the connection holds messages back. Returns false if the message is lost. */
    private synchronized boolean mayPass(boolean request) throws EOFException {
        while (true) {
            MessageTreatment treatment = request ? mode.requests : mode.answers;
            if (closed || treatment == MessageTreatment.RESET) {
                throw new EOFException();
            }
            lost |= treatment == MessageTreatment.DROP;
            if (lost || treatment == MessageTreatment.PASS) {
                return !lost;
            }
            await(0);
        }
    }

    /** Waits for a duration that may become shorter meanwhile. */
    private synchronized void delay(LongSupplier nanos) {
        long startedNanos = System.nanoTime();
        while (!closed) {
            long left = nanos.getAsLong() - (System.nanoTime() - startedNanos);
            if (left <= 0) {
                return;
            }
            await(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        }
    }

    @GuardedBy("this")
    @SuppressWarnings("WaitNotInLoop")
    private void await(long millis) {
        try {
            wait(millis);
        } catch (InterruptedException e) {
            throw new AssertionError("the thread of the proxy was interrupted", e);
        }
    }

    private void pass(OutputStream to, byte[] bytes) throws IOException {
        if (proxy.bytesPerSecond() == Long.MAX_VALUE) {
            to.write(bytes);
            return;
        }
        for (int from = 0; from < bytes.length; from += CHUNK) {
            int count = Math.min(CHUNK, bytes.length - from);
            to.write(bytes, from, count);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(count) / proxy.bytesPerSecond());
        }
    }

    /** Returns whether a message contains a text as bytes, or as the hexadecimal digits of a byte array. */
    private static boolean contains(ProtocolMessage message, String text) {
        String read = message.text();
        return read.contains(text) || read.contains(HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)));
    }
}
