package dev.restante.socket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.model.Uninterruptibles;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.model.codec.CorruptDataException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server side of a local-socket connection, which admits another process and executes its administration calls.
 *
 * <p>One thread admits the peer and executes its calls one after another. A violation of the protocol closes the
 * connection.
 */
final class PeerConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);

    /** Limited log, because a peer can reconnect immediately. */
    private static final RateLimitedLog REJECTION_LOG = new RateLimitedLog();

    private static final long LOGIN_FAILURE_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Largest size of an answer; pages of messages with bodies are smaller. */
    static final int MAX_RESPONSE_BYTES = 256 << 20;

    private final FrameChannel frames;
    private final SocketChannel channel;
    private final ProcessOwner user;
    private final ServedNode servedNode;
    private final SocketTimeouts timeouts;
    private final Runnable onCallStarted;
    private final LargeCallLimiter.LargeCallPermit largeCallPermit;
    private volatile boolean working;

    /** True while a call is executed; guarded by this, like {@link #closing}. */
    private boolean callRunning;

    /** True if no further call may start. */
    private boolean closing;

    /** Progress watch of the current call; null if the call is not watched. */
    private volatile @Nullable PeerProgressWatch watched;

    /**
     * Creates the connection of a peer before its handshake.
     *
     * @param largeCallPermit the limiter that all connections share
     * @param onCallStarted called when a call starts that needs keep-alive frames
     */
    PeerConnection(
            FrameChannel frames,
            SocketChannel channel,
            ProcessOwner user,
            ServedNode servedNode,
            SocketTimeouts timeouts,
            LargeCallLimiter largeCallPermit,
            Runnable onCallStarted) {
        this.frames = frames;
        this.channel = channel;
        this.user = user;
        this.servedNode = servedNode;
        this.timeouts = timeouts;
        this.largeCallPermit = largeCallPermit.new LargeCallPermit();
        this.onCallStarted = onCallStarted;
    }

    boolean isWorking() {
        return working;
    }

    /** Sends a keep-alive frame if a call is running, and checks whether the peer cancels the call. */
    void keepAlive() {
        PeerProgressWatch watch = watched;
        if (watch != null) {
            watch.listen();
        }
        if (working) {
            try {
                frames.sendKeepAlive();
            } catch (IOException e) {
                LOG.debug("A process disconnected from the local socket", e);
            }
        }
    }

    /** Admits the peer and executes its calls until the connection ends. */
    void run() {
        try (frames) {
            if (admit()) {
                boolean more = true;
                while (more && !isEnding()) {
                    more = serveNext();
                }
            }
        } catch (IOException | CorruptDataException | IllegalArgumentException e) {
            LOG.debug("A connection through the local socket ended early", e);
        }
    }

    /** Returns whether the peer may administer the node, and answers its handshake. */
    private boolean admit() throws IOException {
        try {
            if (!user.isPeer(channel)) {
                throw new ConnectionRejectedException(
                        RejectionReason.OTHER_USER,
                        "The process that has the store open belongs to user " + user.name()
                                + ", and only this user can administer the store");
            }
            Frame first = frames.receive(Handshake.MAX_BYTES, timeouts.handshake(), timeouts.handshake());
            if (first == null) {
                return false;
            }
            Handshake handshake = Handshake.read(first, servedNode.providerVersion());
            if (!servedNode.authenticates(handshake.user(), handshake.password())) {
                LockSupport.parkNanos(LOGIN_FAILURE_DELAY_NANOS);
                throw handshake.credentialsRejection();
            }
            boolean administers = handshake.purpose() == Handshake.HandshakePurpose.ADMINISTER;
            if (administers && servedNode.isHandoverRequested()) {
                throw handoverRejection();
            }
            if (!administers && !servedNode.requestHandover()) {
                throw new ConnectionRejectedException(RejectionReason.IN_USE, "An application has the store open");
            }
            ByteWriter welcome = new ByteWriter(16);
            welcome.writeString(servedNode.providerVersion());
            welcome.writeUnsigned(servedNode.maxCallBytes());
            frames.send(Frame.of(Frame.FrameKind.ADMITTED, welcome), timeouts.handshake());
            return administers;
        } catch (ConnectionRejectedException rejected) {
            REJECTION_LOG.log(leftOut -> LOG.info(
                    "Restante rejected a process at the local socket: {}. {} earlier rejections were not logged.",
                    rejected.getMessage(),
                    leftOut));
            frames.send(rejected.frame(), timeouts.handshake());
            return false;
        }
    }

    /** Executes the next call; returns whether another call may follow. */
    private boolean serveNext() throws IOException {
        try (largeCallPermit) {
            return serveCall();
        } finally {
            onServed();
        }
    }

    private boolean serveCall() throws IOException {
        Frame asked = frames.receive(
                servedNode.maxCallBytes(), timeouts.idle(), timeouts.handshake(), bytes -> awaitLargeCallPermit());
        if (asked == null) {
            return false;
        }
        if (asked.kind() == Frame.FrameKind.STOP) {
            // The request concerned the previous call, which had just ended.
            return true;
        }
        if (asked.kind() != Frame.FrameKind.CALL) {
            throw new IOException("The other process sent " + asked.kind() + " instead of a call");
        }
        ByteReader from = new ByteReader(asked.content(), LargeCallLimiter.maxEntries(servedNode.maxCallBytes()));
        String name = from.readString();
        RemoteCall call = RemoteCallTable.find(name);
        if (call == null) {
            throw new IOException("The other process requested an unknown call");
        }
        if (!tryStartCall()) {
            return false;
        }
        frames.send(execute(call, from), timeouts.response());
        onAnswered();
        return true;
    }

    private synchronized boolean tryStartCall() {
        callRunning = !closing;
        return callRunning;
    }

    private synchronized void onAnswered() {
        callRunning = false;
    }

    private synchronized void onServed() {
        if (callRunning) {
            // A call without an answer must not be followed by a rejection, because the rejection would mean that it
            // was not executed.
            close();
        } else if (closing) {
            closeWithRejection();
        }
        callRunning = false;
        notifyAll();
    }

    private synchronized boolean isEnding() {
        return closing;
    }

    private static ConnectionRejectedException handoverRejection() {
        return new ConnectionRejectedException(
                RejectionReason.NOT_LISTENING, "The store is being handed over to an application");
    }

    /** Rejects all calls that arrived after the last one, so that the client can execute them at another node. */
    private void closeWithRejection() {
        try (frames) {
            frames.sendFinal(handoverRejection().frame());
        } catch (IOException e) {
            LOG.debug("A connection through the local socket cannot be closed", e);
        }
    }

    /** Waits for a permit, or rejects the call before its rest is read. */
    private void awaitLargeCallPermit() throws IOException {
        if (!largeCallPermit.acquire(timeouts.handshake())) {
            ConnectionRejectedException busy = new ConnectionRejectedException(
                    RejectionReason.NOT_RESPONDING,
                    "The process that has the store open is busy with other large calls. Retry after these calls");
            frames.sendFinal(busy.frame());
            throw new IOException(busy.getMessage());
        }
    }

    /**
     * Reads the arguments of a call.
     *
     * @throws IllegalArgumentException if an argument is missing or out of range
     * @throws IOException if the bytes are malformed
     */
    private static @Nullable Object[] readArguments(RemoteCall call, ByteReader from, ProgressWatch progress)
            throws IOException {
        try {
            @Nullable Object[] arguments = call.readArguments(from, progress);
            from.expectEnd();
            return arguments;
        } catch (IllegalArgumentException refused) {
            throw refused;
        } catch (RuntimeException e) {
            throw new IOException("The arguments of " + call + " cannot be read", e);
        }
    }

    private Frame execute(RemoteCall call, ByteReader from) throws IOException {
        PeerProgressWatch watch = new PeerProgressWatch(Thread.currentThread());
        working = true;
        onCallStarted.run();
        try {
            @Nullable Object[] arguments = readArguments(call, from, watch);
            if (call.mayReturnBodies(arguments) && !largeCallPermit.acquire(timeouts.response())) {
                throw new BrokerException(
                        BrokerException.BrokerErrorReason.STORE_UNAVAILABLE,
                        "The process that has the store open is busy with other large calls. Retry after these calls");
            }
            watched = call.watchArgumentIndex() < 0 ? null : watch;
            ByteWriter to = new ByteWriter(256);
            call.writeResult(to, servedNode.invoke(call, arguments));
            Frame answer = Frame.of(Frame.FrameKind.RESULT, to);
            if (answer.content().length > MAX_RESPONSE_BYTES) {
                throw new IllegalArgumentException(
                        "The answer has more than " + MAX_RESPONSE_BYTES + " bytes. Request less data at a time");
            }
            return answer;
        } catch (RuntimeException failure) {
            return CallFailureCodec.encode(failure);
        } catch (OutOfMemoryError e) {
            throw CallFailureCodec.outOfMemory(call, e);
        } finally {
            watched = null;
            watch.shutDown();
            working = false;
        }
    }

    /**
     * Progress watch that asks the peer whether to continue. A peer can also cancel without being asked, because the
     * operation may pause, and a lost connection cancels too. The receiving thread holds the lock.
     */
    private final class PeerProgressWatch implements ProgressWatch {
        private final Thread worker;
        private final ReentrantLock receiving = new ReentrantLock();

        @GuardedBy("receiving")
        private boolean stopped;

        PeerProgressWatch(Thread worker) {
            this.worker = worker;
        }

        @Override
        public boolean proceed(long done) {
            receiving.lock();
            try {
                // A shutdown during the question interrupts no thread, so it is checked again.
                stopped = stopped || isEnding() || !asked(done) || isEnding();
                return !stopped;
            } finally {
                receiving.unlock();
            }
        }

        private boolean asked(long done) {
            ByteWriter to = new ByteWriter(16);
            to.writeSigned(done);
            try {
                frames.send(Frame.of(Frame.FrameKind.PROGRESS, to), timeouts.response());
                Frame answer = frames.receive(0, timeouts.response(), timeouts.handshake());
                return answer != null && answer.kind() == Frame.FrameKind.PROCEED;
            } catch (IOException e) {
                LOG.debug("A process disconnected from the local socket during its call", e);
                return false;
            }
        }

        /** Cancels the call if the peer has sent a frame or closed the connection. Called by another thread. */
        void listen() {
            stopIf(frames::hasInput);
        }

        /** Cancels the call. Called by another thread. */
        void stop() {
            stopIf(() -> true);
        }

        /** Interrupts the worker unless it is asking the peer, which then notices the end itself. */
        private void stopIf(BooleanSupplier wanted) {
            if (receiving.tryLock()) {
                try {
                    if (!stopped && wanted.getAsBoolean()) {
                        stopped = true;
                        worker.interrupt();
                    }
                } finally {
                    receiving.unlock();
                }
            }
        }

        /** Ends the watch and clears a late interrupt, because the thread continues with the next call. */
        void shutDown() {
            receiving.lock();
            try {
                stopped = true;
            } finally {
                receiving.unlock();
            }
            if (Thread.interrupted()) {
                LOG.debug("The other process cancelled its call");
            }
        }
    }

    /** Rejects further calls and cancels the current call if it is watched. */
    void shutDown() {
        synchronized (this) {
            closing = true;
            if (!callRunning) {
                closeWithRejection();
            }
        }
        PeerProgressWatch watch = watched;
        if (watch != null) {
            watch.stop();
        }
    }

    /** Waits for the answer to the current call for at most the specified time. */
    synchronized void awaitAnswer(long nanos) {
        long begun = System.nanoTime();
        long leftNanos = nanos;
        while (callRunning && leftNanos > 0) {
            Uninterruptibles.awaitNotify(this, leftNanos);
            leftNanos = nanos - (System.nanoTime() - begun);
        }
    }

    @Override
    public void close() {
        frames.close();
    }
}
