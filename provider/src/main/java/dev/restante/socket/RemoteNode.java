package dev.restante.socket;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.model.DisplayText;
import dev.restante.model.SaturatingTime;
import dev.restante.model.Uninterruptibles;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.model.codec.CorruptDataException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client that sends administration calls to the node of another process through that node's local socket. Thread-safe:
 * concurrent calls use separate connections.
 */
public final class RemoteNode implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteNode.class);
    private static final int MAX_GREETING_BYTES = 16 << 10;

    /** Longest wait for a rejection that the server sent before it closed a connection. */
    private static final Duration REJECTION_TIMEOUT = Duration.ofMillis(100);

    /** Highest number of concurrent calls, a third of the connections of the server. Further calls wait. */
    static final int MAX_CONCURRENT_CALLS = 10;

    /** Longest idle time of a reused connection, half of the server's limit. */
    private static final long MAX_IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Path database;
    private final SocketLogin login;
    private final Duration timeout;
    private final Semaphore callPermits = new Semaphore(MAX_CONCURRENT_CALLS, true);
    private final ConcurrentLinkedDeque<IdleChannel> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * Credentials of a client.
     *
     * @param release the release of this process, for error messages
     * @param user the user of the store's database
     * @param password the password of the store's database
     */
    public record SocketLogin(String release, String user, String password) {
        @Override
        public String toString() {
            return "SocketLogin[" + release + ", user=" + user + "]";
        }
    }

    /**
     * Connection that the server has admitted.
     *
     * @param maxBytes the largest size of a call
     */
    private record AdmittedChannel(FrameChannel frames, int maxBytes) {}

    /** Unused connection and the start of its idle time. */
    private record IdleChannel(AdmittedChannel connection, long sinceNanos) {}

    private RemoteNode(Path database, SocketLogin login, Duration timeout) {
        this.database = database;
        this.login = login;
        this.timeout = timeout;
    }

    public static RemoteNode connect(Path database, SocketLogin login, Duration timeout)
            throws ConnectionRejectedException {
        RemoteNode reached = new RemoteNode(database, login, timeout);
        reached.returnToPool(reached.connect(Handshake.HandshakePurpose.ADMINISTER));
        return reached;
    }

    /**
     * Requests the handover of a database from the process that has it.
     *
     * @throws ConnectionRejectedException if the process rejects the handover
     */
    public static void requestHandover(Path database, SocketLogin login, Duration timeout)
            throws ConnectionRejectedException {
        new RemoteNode(database, login, timeout)
                .connect(Handshake.HandshakePurpose.TAKE_OVER)
                .frames()
                .close();
    }

    private AdmittedChannel connect(Handshake.HandshakePurpose purpose) throws ConnectionRejectedException {
        try {
            SocketDirectory directory = new SocketDirectory(database);
            ProcessOwner user = directory.user();
            Path socket = directory.find(user);
            if (socket == null) {
                throw new ConnectionRejectedException(
                        RejectionReason.NOT_LISTENING,
                        "The process that has the store open has no local socket for"
                                + " administration. Check its option localAccess");
            }
            FrameChannel frames = new FrameChannel(connected(socket, user));
            try {
                return new AdmittedChannel(frames, handshake(frames, purpose));
            } catch (IOException | ConnectionRejectedException | RuntimeException e) {
                frames.close();
                throw e;
            }
        } catch (java.net.ConnectException e) {
            throw new ConnectionRejectedException(
                    RejectionReason.NOT_LISTENING, "No process listens at the local socket of the store", e);
        } catch (IOException | CorruptDataException | UnsupportedOperationException e) {
            throw new ConnectionRejectedException(
                    RejectionReason.NOT_RESPONDING,
                    "The local socket of the store cannot be used: " + e.getMessage(),
                    e);
        }
    }

    /** Connects without waiting: a full backlog is a failure. */
    private static SocketChannel connected(Path socket, ProcessOwner user)
            throws IOException, ConnectionRejectedException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                throw new IOException("Too many other processes wait for a connection");
            }
            if (!user.isPeer(channel)) {
                throw new ConnectionRejectedException(
                        RejectionReason.OTHER_USER,
                        "The process at the local socket does not belong to user " + user.name());
            }
            return channel;
        } catch (IOException | ConnectionRejectedException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Sends the handshake and returns the largest size of a call. */
    private int handshake(FrameChannel frames, Handshake.HandshakePurpose purpose)
            throws IOException, ConnectionRejectedException {
        Frame hello = new Handshake(login.release(), purpose, login.user(), login.password()).frame();
        if (hello.content().length > Handshake.MAX_BYTES) {
            throw new ConnectionRejectedException(
                    RejectionReason.CREDENTIALS,
                    "User " + DisplayText.quote(login.user()) + " or the password is too long");
        }
        frames.send(hello, timeout);
        Frame answer = frames.receive(MAX_GREETING_BYTES, timeout, timeout);
        if (answer == null) {
            throw new IOException("The process that has the store open closed the connection"
                    + " without an answer. It may have too many connections");
        }
        if (answer.kind() == Frame.FrameKind.REJECTED) {
            throw ConnectionRejectedException.read(answer);
        }
        if (answer.kind() != Frame.FrameKind.ADMITTED) {
            throw new IOException("The process that has the store open sent an unexpected answer: " + answer.kind());
        }
        ByteReader welcome = answer.reader();
        LOG.debug("Connected to a process with Restante {}", welcome.readString());
        return welcome.readUnsigned();
    }

    /**
     * Executes a call at the other process.
     *
     * @throws ConnectionRejectedException if a new connection is rejected
     * @throws ConnectionLostException if there is no answer
     */
    public @Nullable Object call(RemoteCall call, @Nullable Object[] arguments)
            throws ConnectionRejectedException, ConnectionLostException {
        takePlace();
        try {
            return callOverOneConnection(call, arguments);
        } finally {
            callPermits.release();
        }
    }

    private void takePlace() throws ConnectionLostException {
        if (!Uninterruptibles.acquire(callPermits, 1, SaturatingTime.toNanos(timeout))) {
            throw new ConnectionLostException(
                    false,
                    new IOException("The process that has the store open is busy with " + MAX_CONCURRENT_CALLS
                            + " calls of this process"));
        }
    }

    private @Nullable Object callOverOneConnection(RemoteCall call, @Nullable Object[] arguments)
            throws ConnectionRejectedException, ConnectionLostException {
        AdmittedChannel connection = idleOrNew();
        boolean reusable = false;
        try {
            Object result = exchange(connection, call, arguments);
            reusable = true;
            return result;
        } catch (RemoteCallFailedException failed) {
            reusable = true;
            throw failed.failure;
        } finally {
            if (reusable && !closed) {
                returnToPool(connection);
            } else {
                connection.frames().close();
            }
        }
    }

    private void returnToPool(AdmittedChannel connection) {
        idle.push(new IdleChannel(connection, System.nanoTime()));
    }

    /** Returns an idle connection that the server will not close soon, or a new one. */
    private AdmittedChannel idleOrNew() throws ConnectionRejectedException {
        for (IdleChannel next = idle.poll(); next != null; next = idle.poll()) {
            if (System.nanoTime() - next.sinceNanos() < MAX_IDLE_NANOS
                    && !next.connection().frames().hasInput()) {
                return next.connection();
            }
            next.connection().frames().close();
        }
        return connect(Handshake.HandshakePurpose.ADMINISTER);
    }

    private @Nullable Object exchange(AdmittedChannel connection, RemoteCall call, @Nullable Object[] arguments)
            throws ConnectionLostException, RemoteCallFailedException {
        FrameChannel frames = connection.frames();
        ByteWriter to = new ByteWriter(256);
        to.writeString(call.name());
        call.writeArguments(to, arguments);
        Frame asked = Frame.of(Frame.FrameKind.CALL, to);
        if (asked.content().length > connection.maxBytes()) {
            throw new RemoteCallFailedException(new BrokerException(
                    BrokerException.BrokerErrorReason.INVALID_ARGUMENT,
                    "The call " + call + " has " + asked.content().length
                            + " bytes, but the process that has the store open accepts at most "
                            + connection.maxBytes()));
        }
        try {
            frames.send(asked, timeout);
        } catch (IOException e) {
            throw new ConnectionLostException(false, refusal(frames, e));
        }
        boolean watched = call.watchArgumentIndex() >= 0;
        try {
            while (true) {
                Frame answer;
                try {
                    answer = watched
                            ? frames.receiveInterruptibly(PeerConnection.MAX_RESPONSE_BYTES, timeout, timeout)
                            : frames.receive(PeerConnection.MAX_RESPONSE_BYTES, timeout, timeout);
                } catch (FrameChannel.InterruptedWaitException interrupted) {
                    LOG.trace("The caller cancels {}", call, interrupted);
                    frames.send(Frame.of(Frame.FrameKind.STOP), timeout);
                    watched = false;
                    continue;
                }
                if (answer == null) {
                    throw new IOException("The process that has the store open closed the connection");
                }
                switch (answer.kind()) {
                    case KEEP_ALIVE -> LOG.trace("{} is still running", call);
                    case PROGRESS -> {
                        if (watched) {
                            Frame.FrameKind reply = askProgressWatch(call, arguments, answer);
                            frames.send(Frame.of(reply), timeout);
                            watched = reply == Frame.FrameKind.PROCEED;
                        }
                    }
                    case RESULT -> {
                        ByteReader from = answer.reader();
                        return readResult(call, from);
                    }
                    case FAILED -> throw new RemoteCallFailedException(readFailure(answer.reader()));
                    case REJECTED -> throw new ConnectionLostException(false, ConnectionRejectedException.read(answer));
                    case HANDSHAKE, ADMITTED, CALL, PROCEED, STOP ->
                        throw new IOException(
                                "The process that has the store open sent an unexpected answer: " + answer.kind());
                }
            }
        } catch (IOException | CorruptDataException | IllegalArgumentException e) {
            throw new ConnectionLostException(true, e);
        } catch (OutOfMemoryError e) {
            throw tooLarge(call, e);
        }
    }

    /** Returns the rejection that the server sent before it closed the connection, or else the failure to send. */
    private static Exception refusal(FrameChannel frames, IOException failure) {
        try {
            Frame last = frames.receive(MAX_GREETING_BYTES, REJECTION_TIMEOUT, REJECTION_TIMEOUT);
            if (last != null && last.kind() == Frame.FrameKind.REJECTED) {
                return ConnectionRejectedException.read(last);
            }
        } catch (IOException | CorruptDataException | IllegalArgumentException e) {
            LOG.debug("The other process closed the connection without a reason", e);
        }
        return failure;
    }

    /** Reads a result. Malformed bytes may cause any runtime exception. */
    private static @Nullable Object readResult(RemoteCall call, ByteReader from) throws IOException {
        try {
            Object result = call.readResult(from);
            from.expectEnd();
            return result;
        } catch (RuntimeException e) {
            throw new IOException("The answer is not a valid result of " + call, e);
        }
    }

    private static RuntimeException readFailure(ByteReader from) throws IOException {
        try {
            return CallFailureCodec.read(from);
        } catch (RuntimeException e) {
            throw new IOException("The process that has the store open sent a failure that cannot be read", e);
        }
    }

    private static BrokerException tooLarge(RemoteCall call, OutOfMemoryError e) {
        return new BrokerException(
                BrokerException.BrokerErrorReason.STORE_FAILED,
                "The answer to " + call + " does not fit into the memory of this process, "
                        + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB. Request less data at a time, or start this process with more memory (-Xmx)",
                e);
    }

    private static Frame.FrameKind askProgressWatch(RemoteCall call, @Nullable Object[] arguments, Frame progress)
            throws IOException {
        int place = call.watchArgumentIndex();
        if (place < 0 || !(arguments[place] instanceof ProgressWatch progressWatch)) {
            throw new IOException("The call " + call + " has no progress watch");
        }
        return progressWatch.proceed(progress.reader().readSigned()) ? Frame.FrameKind.PROCEED : Frame.FrameKind.STOP;
    }

    /** Exception for a call that failed at the server, after which the connection remains usable. */
    private static final class RemoteCallFailedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final RuntimeException failure;

        RemoteCallFailedException(RuntimeException failure) {
            super(failure);
            this.failure = failure;
        }
    }

    @Override
    public void close() {
        closed = true;
        for (IdleChannel next = idle.poll(); next != null; next = idle.poll()) {
            next.connection().frames().close();
        }
    }
}
