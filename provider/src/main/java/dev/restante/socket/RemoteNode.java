package dev.restante.socket;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.model.Spans;
import dev.restante.model.Uninterrupted;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.model.codec.CorruptMessageException;
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
 * The node of another process of the same user that has an embedded store, through its local socket. Thread-safe: calls
 * side by side have a connection each.
 */
public final class RemoteNode implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteNode.class);
    private static final int MOST_GREETING_BYTES = 16 << 10;

    /** A third of what the other side has room for: calls beyond that wait for others. */
    static final int MOST_AT_ONCE = 10;

    /** Half of what the other side allows. */
    private static final long MOST_IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Path database;
    private final Login login;
    private final Duration patience;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE, true);
    private final ConcurrentLinkedDeque<Idle> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * What it takes to be let in.
     *
     * @param release of this process, for messages
     * @param user of the store's database
     * @param password of the store's database
     */
    public record Login(String release, String user, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return "Login[" + release + ", user=" + user + "]";
        }
    }

    /**
     * A connection of somebody who was let in.
     *
     * @param mostBytes that a call may have
     */
    private record Admitted(FrameChannel frames, int mostBytes) {}

    /** A connection that nobody uses, and since when. */
    private record Idle(Admitted connection, long sinceNanos) {}

    private RemoteNode(Path database, Login login, Duration patience) {
        this.database = database;
        this.login = login;
        this.patience = patience;
    }

    /**
     * Reaches the process that has a database.
     *
     * @param database its path without an ending
     * @param patience for how long that process may be silent
     */
    public static RemoteNode reach(Path database, Login login, Duration patience) throws RefusedException {
        RemoteNode reached = new RemoteNode(database, login, patience);
        reached.keep(reached.connect(Hello.Purpose.ADMINISTER));
        return reached;
    }

    /**
     * Asks the process that has a database to give it up.
     *
     * @throws RefusedException if it does not
     */
    public static void takeOver(Path database, Login login, Duration patience) throws RefusedException {
        try {
            new RemoteNode(database, login, patience)
                    .connect(Hello.Purpose.TAKE_OVER)
                    .frames()
                    .close();
        } catch (IOException e) {
            LOG.debug("A connection to the local socket was not closed in order", e);
        }
    }

    private Admitted connect(Hello.Purpose purpose) throws RefusedException {
        try {
            SocketFolder folder = new SocketFolder(database);
            OwnUser user = folder.user();
            Path socket = folder.find(user);
            if (socket == null) {
                throw new RefusedException(Refusal.NOBODY, "it does not let itself be administered by others");
            }
            FrameChannel frames = new FrameChannel(connected(socket, user));
            try {
                return new Admitted(frames, greet(frames, purpose));
            } catch (IOException | RefusedException | RuntimeException e) {
                frames.close();
                throw e;
            }
        } catch (java.net.ConnectException e) {
            throw new RefusedException(Refusal.NOBODY, "nobody listens at its local socket", e);
        } catch (IOException | CorruptMessageException | UnsupportedOperationException e) {
            throw new RefusedException(Refusal.SILENT, "its local socket can't be used: " + e.getMessage(), e);
        }
    }

    /** Where there are too many that wait, none waits longer for that. */
    private static SocketChannel connected(Path socket, OwnUser user) throws IOException, RefusedException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                throw new IOException("too many others wait there");
            }
            if (!user.isPeer(channel)) {
                throw new RefusedException(
                        Refusal.OTHER_USER,
                        "the process that listens there belongs to another user than " + user.name());
            }
            return channel;
        } catch (IOException | RefusedException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns how many bytes a call may have. */
    private int greet(FrameChannel frames, Hello.Purpose purpose) throws IOException, RefusedException {
        Frame hello = new Hello(login.release(), purpose, login.user(), login.password()).frame();
        if (hello.content().length > Hello.MOST_BYTES) {
            throw new RefusedException(Refusal.CREDENTIALS, "user or password is too long");
        }
        frames.send(hello, patience);
        Frame answer = frames.receive(MOST_GREETING_BYTES, patience, patience);
        if (answer == null) {
            throw new IOException("it has closed the connection without a word; there may be too many");
        }
        if (answer.kind() == Frame.Kind.REFUSED) {
            throw RefusedException.read(answer);
        }
        if (answer.kind() != Frame.Kind.WELCOME) {
            throw new IOException("it answers with " + answer.kind());
        }
        ByteReader welcome = answer.reader();
        LOG.debug("Let in by Restante {}", welcome.readString());
        return welcome.readUnsigned();
    }

    /**
     * Makes a call there.
     *
     * @throws RefusedException if a further connection that it takes is refused
     * @throws ConnectionLostException if there is no answer
     */
    public @Nullable Object make(Call call, @Nullable Object[] arguments)
            throws RefusedException, ConnectionLostException {
        takePlace();
        try {
            return madeByOne(call, arguments);
        } finally {
            places.release();
        }
    }

    private void takePlace() throws ConnectionLostException {
        if (!Uninterrupted.acquire(places, 1, Spans.nanos(patience))) {
            throw new ConnectionLostException(
                    false, new IOException("it is busy with " + MOST_AT_ONCE + " calls of this process"));
        }
    }

    private @Nullable Object madeByOne(Call call, @Nullable Object[] arguments)
            throws RefusedException, ConnectionLostException {
        Admitted connection = quiet();
        boolean whole = false;
        try {
            Object result = made(connection, call, arguments);
            whole = true;
            return result;
        } catch (FailedException failed) {
            whole = true;
            throw failed.failure;
        } finally {
            if (whole && !closed) {
                keep(connection);
            } else {
                close(connection.frames());
            }
        }
    }

    private void keep(Admitted connection) {
        idle.push(new Idle(connection, System.nanoTime()));
    }

    /** A connection that is not in use, and was not for so long that the other side is about to end it. */
    private Admitted quiet() throws RefusedException {
        for (Idle next = idle.poll(); next != null; next = idle.poll()) {
            if (System.nanoTime() - next.sinceNanos() < MOST_IDLE_NANOS
                    && !next.connection().frames().hasSaidAnything()) {
                return next.connection();
            }
            close(next.connection().frames());
        }
        return connect(Hello.Purpose.ADMINISTER);
    }

    private @Nullable Object made(Admitted connection, Call call, @Nullable Object[] arguments)
            throws ConnectionLostException, FailedException {
        FrameChannel frames = connection.frames();
        ByteWriter to = new ByteWriter(256);
        to.writeString(call.name());
        call.writeArguments(to, arguments);
        Frame asked = Frame.of(Frame.Kind.CALL, to);
        if (asked.content().length > connection.mostBytes()) {
            throw new FailedException(new BrokerException(
                    BrokerException.Reason.INVALID_ARGUMENT,
                    "the call " + call + " has " + asked.content().length
                            + " bytes, and the process that has the store takes " + connection.mostBytes()));
        }
        try {
            frames.send(asked, patience);
        } catch (IOException e) {
            // A part of a call is none.
            throw new ConnectionLostException(false, e);
        }
        boolean watched = call.watchedBy() >= 0;
        try {
            while (true) {
                Frame answer;
                try {
                    answer = watched
                            ? frames.receiveInterruptibly(ServedConnection.MOST_ANSWER_BYTES, patience, patience)
                            : frames.receive(ServedConnection.MOST_ANSWER_BYTES, patience, patience);
                } catch (FrameChannel.InterruptedWaitException interrupted) {
                    LOG.trace("{} is to end", call, interrupted);
                    frames.send(Frame.of(Frame.Kind.STOP), patience);
                    watched = false;
                    continue;
                }
                if (answer == null) {
                    throw new IOException("the process that has the store has closed the connection");
                }
                switch (answer.kind()) {
                    case WORKING -> LOG.trace("{} goes on", call);
                    case PROGRESS -> {
                        if (watched) {
                            Frame.Kind word = goesOn(call, arguments, answer);
                            frames.send(Frame.of(word), patience);
                            watched = word == Frame.Kind.PROCEED;
                        }
                    }
                    case RESULT -> {
                        ByteReader from = answer.reader();
                        return readResult(call, from);
                    }
                    case FAILED -> throw new FailedException(readFailure(answer.reader()));
                    case REFUSED -> throw new ConnectionLostException(false, RefusedException.read(answer));
                    case HELLO, WELCOME, CALL, PROCEED, STOP ->
                        throw new IOException("the process that has the store answers with " + answer.kind());
                }
            }
        } catch (IOException | CorruptMessageException | IllegalArgumentException e) {
            throw new ConnectionLostException(true, e);
        } catch (OutOfMemoryError e) {
            throw tooLarge(call, e);
        }
    }

    /** What can't be read may fail in any way. */
    private static @Nullable Object readResult(Call call, ByteReader from) throws IOException {
        try {
            Object result = call.readResult(from);
            from.expectEnd();
            return result;
        } catch (RuntimeException e) {
            throw new IOException("this is no result of " + call, e);
        }
    }

    private static RuntimeException readFailure(ByteReader from) throws IOException {
        try {
            return Failure.read(from);
        } catch (RuntimeException e) {
            throw new IOException("the process that has the store answers with a failure that can't be read", e);
        }
    }

    private static BrokerException tooLarge(Call call, OutOfMemoryError e) {
        return new BrokerException(
                BrokerException.Reason.STORE_FAILED,
                "The answer to " + call + " does not fit into the memory of this process, "
                        + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB. Ask for less at a time, or start this process with more (-Xmx)",
                e);
    }

    private static Frame.Kind goesOn(Call call, @Nullable Object[] arguments, Frame progress) throws IOException {
        int place = call.watchedBy();
        if (place < 0 || !(arguments[place] instanceof Watch watch)) {
            throw new IOException("nobody watches " + call);
        }
        return watch.proceed(progress.reader().readSigned()) ? Frame.Kind.PROCEED : Frame.Kind.STOP;
    }

    /** The call has failed there, and the connection is as good as before. */
    private static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final RuntimeException failure;

        FailedException(RuntimeException failure) {
            super(failure);
            this.failure = failure;
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Idle next = idle.poll(); next != null; next = idle.poll()) {
            close(next.connection().frames());
        }
    }

    private static void close(FrameChannel frames) {
        try {
            frames.close();
        } catch (IOException e) {
            LOG.debug("A connection to the local socket was not closed in order", e);
        }
    }
}
