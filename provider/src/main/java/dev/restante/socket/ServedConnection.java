package dev.restante.socket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.model.Uninterrupted;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.model.codec.CorruptMessageException;
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
 * A conversation with another process that administers the node: lets it in or not, and makes its calls, one after the
 * other, by one thread. Whoever says anything that is not to be said is not answered any more.
 */
final class ServedConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServedConnection.class);

    /** A peer can come again at once. */
    private static final PacedLog REFUSALS = new PacedLog();

    private static final long AFTER_WRONG_PASSWORD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Of one answer: a page of messages with their bodies has less. */
    static final int MOST_ANSWER_BYTES = 256 << 20;

    private final FrameChannel frames;
    private final SocketChannel channel;
    private final OwnUser user;
    private final Served served;
    private final SocketLimits limits;
    private final Runnable onWork;
    private final LargeCalls.Place large;
    private volatile boolean working;

    /** Guarded by this, as is the next one. */
    private boolean making;

    /** True if no call is made any more but the one under way. */
    private boolean ending;

    /** The call that is watched, and its watch; null if there is none. */
    private volatile @Nullable PeerWatch watched;

    /**
     * Creates the connection of a peer that has not said hello yet.
     *
     * @param large the places that it shares with all others
     * @param onWork told when a call begins, of which the other side wants to hear that it goes on
     */
    ServedConnection(
            FrameChannel frames,
            SocketChannel channel,
            OwnUser user,
            Served served,
            SocketLimits limits,
            LargeCalls large,
            Runnable onWork) {
        this.frames = frames;
        this.channel = channel;
        this.user = user;
        this.served = served;
        this.limits = limits;
        this.large = large.new Place();
        this.onWork = onWork;
    }

    boolean isWorking() {
        return working;
    }

    /** Tells that the call goes on, if there is one, and hears whether it is to end. */
    void pulse() {
        PeerWatch watch = watched;
        if (watch != null) {
            watch.listen();
        }
        if (working) {
            try {
                frames.pulse();
            } catch (IOException e) {
                LOG.debug("A peer of the local socket has gone", e);
            }
        }
    }

    /** The whole conversation. */
    void converse() {
        try (frames) {
            if (letIn()) {
                boolean more = true;
                while (more && !isEnding()) {
                    more = serve();
                }
            }
        } catch (IOException | CorruptMessageException | IllegalArgumentException e) {
            LOG.debug("A conversation through the local socket has ended early", e);
        }
    }

    /** Whether the other side may administer the node. */
    private boolean letIn() throws IOException {
        try {
            if (!user.isPeer(channel)) {
                throw new RefusedException(
                        Refusal.OTHER_USER,
                        "the process that has the store belongs to the user " + user.name()
                                + "; only that user can administer it");
            }
            Frame first = frames.receive(Hello.MOST_BYTES, limits.soon(), limits.soon());
            if (first == null) {
                return false;
            }
            Hello hello = Hello.read(first, served.release());
            if (!served.accepts(hello.user(), hello.password())) {
                LockSupport.parkNanos(AFTER_WRONG_PASSWORD_NANOS);
                throw new RefusedException(Refusal.CREDENTIALS, "the store rejects user or password");
            }
            boolean administers = hello.purpose() == Hello.Purpose.ADMINISTER;
            if (administers && served.isGivenUp()) {
                throw leaving();
            }
            if (!administers && !served.giveUp()) {
                throw new RefusedException(Refusal.IN_USE, "an application has the store");
            }
            ByteWriter welcome = new ByteWriter(16);
            welcome.writeString(served.release());
            welcome.writeUnsigned(served.mostBytes());
            frames.send(Frame.of(Frame.Kind.WELCOME, welcome), limits.soon());
            return administers;
        } catch (RefusedException refused) {
            REFUSALS.write(leftOut -> LOG.info(
                    "A process was not let in through the local socket: {}; {} refusals before it were not logged",
                    refused.getMessage(),
                    leftOut));
            frames.send(refused.frame(), limits.soon());
            return false;
        }
    }

    /** Makes the next call; returns whether there can be another one. */
    private boolean serve() throws IOException {
        try (large) {
            return served();
        } finally {
            hasServed();
        }
    }

    private boolean served() throws IOException {
        Frame asked = frames.receive(served.mostBytes(), limits.idle(), limits.soon(), bytes -> awaitPlace());
        if (asked == null) {
            return false;
        }
        if (asked.kind() == Frame.Kind.STOP) {
            // It was about the call before, which had just ended.
            return true;
        }
        if (asked.kind() != Frame.Kind.CALL) {
            throw new IOException("the other side says " + asked.kind() + " in place of a call");
        }
        ByteReader from = asked.reader();
        String name = from.readString();
        Call call = Calls.named(name);
        if (call == null) {
            throw new IOException("there is no such call");
        }
        if (!mayMake()) {
            return false;
        }
        frames.send(answered(call, from), limits.answer());
        hasAnswered();
        return true;
    }

    private synchronized boolean mayMake() {
        making = !ending;
        return making;
    }

    private synchronized void hasAnswered() {
        making = false;
    }

    private synchronized void hasServed() {
        if (making) {
            // Nobody may be told that a call was not made which has no answer.
            close();
        } else if (ending) {
            leave();
        }
        making = false;
        notifyAll();
    }

    private synchronized boolean isEnding() {
        return ending;
    }

    private static RefusedException leaving() {
        return new RefusedException(Refusal.NOBODY, "the process that has the store is giving it up");
    }

    /** Says that whatever has come since the last call was not made, so that it can be made elsewhere. */
    private void leave() {
        try (frames) {
            frames.sayLast(leaving().frame());
        } catch (IOException e) {
            LOG.debug("A connection through the local socket was not closed in order", e);
        }
    }

    /** Refuses the call under way before the rest of it is read. */
    private void awaitPlace() throws IOException {
        if (!large.take(limits.soon())) {
            RefusedException busy = new RefusedException(
                    Refusal.SILENT, "it is busy with other large calls; retry when they have ended");
            frames.sayLast(busy.frame());
            throw new IOException(busy.getMessage());
        }
    }

    /**
     * Reads the arguments of a call.
     *
     * @throws IllegalArgumentException if one is missing or out of its range
     * @throws IOException if the bytes are no arguments
     */
    private static @Nullable Object[] readArguments(Call call, ByteReader from, Watch watch) throws IOException {
        try {
            @Nullable Object[] arguments = call.readArguments(from, watch);
            from.expectEnd();
            return arguments;
        } catch (IllegalArgumentException refused) {
            throw refused;
        } catch (RuntimeException e) {
            throw new IOException("these are no arguments of " + call, e);
        }
    }

    private Frame answered(Call call, ByteReader from) throws IOException {
        PeerWatch watch = new PeerWatch(Thread.currentThread());
        working = true;
        onWork.run();
        try {
            @Nullable Object[] arguments = readArguments(call, from, watch);
            if (call.mayAnswerWithBodies(arguments) && !large.take(limits.answer())) {
                throw new BrokerException(
                        BrokerException.Reason.STORE_UNAVAILABLE,
                        "The process that has the store is busy with other large calls. Retry when they have ended");
            }
            watched = call.watchedBy() < 0 ? null : watch;
            ByteWriter to = new ByteWriter(256);
            call.writeResult(to, served.make(call, arguments));
            Frame answer = Frame.of(Frame.Kind.RESULT, to);
            if (answer.content().length > MOST_ANSWER_BYTES) {
                throw new IllegalArgumentException(
                        "the answer has more than " + MOST_ANSWER_BYTES + " bytes; ask for less at a time");
            }
            return answer;
        } catch (RuntimeException failure) {
            ByteWriter to = new ByteWriter(256);
            Failure.write(to, failure);
            return Frame.of(Frame.Kind.FAILED, to);
        } finally {
            watched = null;
            watch.end();
            working = false;
        }
    }

    /**
     * The watch of a call, by which the other side is asked whether the work is to go on. It can also say unasked that
     * it is not: the work may be pausing. Work for somebody who has gone ends. The lock is held by whoever receives.
     */
    private final class PeerWatch implements Watch {
        private final Thread worker;
        private final ReentrantLock receiving = new ReentrantLock();

        @GuardedBy("receiving")
        private boolean stopped;

        PeerWatch(Thread worker) {
            this.worker = worker;
        }

        @Override
        public boolean proceed(long done) {
            receiving.lock();
            try {
                // The end may also come while it is asked, and interrupts nobody then.
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
                frames.send(Frame.of(Frame.Kind.PROGRESS, to), limits.answer());
                Frame answer = frames.receive(0, limits.answer(), limits.soon());
                return answer != null && answer.kind() == Frame.Kind.PROCEED;
            } catch (IOException e) {
                LOG.debug("A peer of the local socket has gone while its call went on", e);
                return false;
            }
        }

        /** By another thread. */
        void listen() {
            stopIf(frames::hasSaidAnything);
        }

        /** By another thread. */
        void stop() {
            stopIf(() -> true);
        }

        /** Not while the other side is being asked: it stops after that. */
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

        /** Nobody listens any more, and the thread goes on to the next call. */
        void end() {
            receiving.lock();
            try {
                stopped = true;
            } finally {
                receiving.unlock();
            }
            if (Thread.interrupted()) {
                LOG.debug("The other side has ended its call");
            }
        }
    }

    /** From now on no call is made but the one under way, which is to end soon if it is watched. */
    void end() {
        synchronized (this) {
            ending = true;
            if (!making) {
                leave();
            }
        }
        PeerWatch watch = watched;
        if (watch != null) {
            watch.stop();
        }
    }

    /** Waits until the call under way is answered, but no longer. */
    synchronized void awaitAnswer(long nanos) {
        long begun = System.nanoTime();
        long leftNanos = nanos;
        while (making && leftNanos > 0) {
            Uninterrupted.awaitNotify(this, leftNanos);
            leftNanos = nanos - (System.nanoTime() - begun);
        }
    }

    @Override
    public void close() {
        try {
            frames.close();
        } catch (IOException e) {
            LOG.debug("A connection through the local socket was not closed in order", e);
        }
    }
}
