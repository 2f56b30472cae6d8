package dev.restante.socket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Spans;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A socket through which frames go. Every wait has an end. What the other side says of a length costs no memory before
 * the bytes are there.
 *
 * <p>Used by one thread at a time; only {@link #pulse}, {@link #sayLast} and {@link #close} may be called by others.
 */
final class FrameChannel implements AutoCloseable {

    private static final int FIRST_ROOM = 16 << 10;

    /** Lets a large frame in before its memory is allocated. */
    @FunctionalInterface
    interface LargeFrames {
        /**
         * Returns when the frame may come in.
         *
         * @throws IOException if it may not
         */
        void admit(int bytes) throws IOException;
    }

    /** So fast a peer has to be: who sends a large frame bit by bit does not keep anybody for long. */
    private static final long NANOS_PER_BYTE = 1_000;

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final ReentrantLock sending = new ReentrantLock();

    /** Over a channel, which belongs to it from now on. */
    FrameChannel(SocketChannel channel) throws IOException {
        this.channel = channel;
        Selector opened = null;
        try {
            channel.configureBlocking(false);
            opened = Selector.open();
            key = channel.register(opened, 0);
        } catch (IOException | RuntimeException e) {
            channel.close();
            if (opened != null) {
                opened.close();
            }
            throw e;
        }
        this.selector = opened;
    }

    /**
     * Sends a frame.
     *
     * @throws SocketTimeoutException if the other side does not take it in time
     */
    void send(Frame frame, Duration patience) throws IOException {
        ByteBuffer bytes = bytes(frame);
        long limit = limit(Spans.nanos(patience), bytes.remaining());
        long begun = System.nanoTime();
        sending.lock();
        try {
            while (bytes.hasRemaining()) {
                if (channel.write(bytes) == 0) {
                    await(SelectionKey.OP_WRITE, limit - (System.nanoTime() - begun), false);
                }
            }
        } finally {
            sending.unlock();
        }
    }

    /** Tells that the call goes on, unless something is just being sent, or the other side takes nothing. */
    void pulse() throws IOException {
        if (!sending.tryLock()) {
            return;
        }
        try {
            pulseNow();
        } finally {
            sending.unlock();
        }
    }

    @GuardedBy("sending")
    private void pulseNow() throws IOException {
        ByteBuffer bytes = bytes(Frame.of(Frame.Kind.WORKING));
        int written = channel.write(bytes);
        if (written != 0 && bytes.hasRemaining()) {
            close();
            throw new IOException("the other side has taken a part of a frame");
        }
    }

    /** Says something before the end, as far as the other side takes it at once. */
    void sayLast(Frame frame) throws IOException {
        sending.lock();
        try {
            channel.write(bytes(frame));
        } finally {
            sending.unlock();
        }
    }

    private static ByteBuffer bytes(Frame frame) {
        return ByteBuffer.allocate(Frame.HEAD_BYTES + frame.content().length)
                .putInt(frame.content().length)
                .put((byte) frame.kind().code())
                .put(frame.content())
                .flip();
    }

    /**
     * The next frame; null when the other side has closed the connection instead.
     *
     * @param most bytes of content
     * @param patience until it begins
     * @param once for the rest of it, beside what its length takes
     * @throws SocketTimeoutException if it does not come in time
     * @throws IOException if it is none, or cut off
     */
    @Nullable
    Frame receive(int most, Duration patience, Duration once) throws IOException {
        return receive(most, patience, once, false, bytes -> {});
    }

    /** Receives the next frame, as {@link #receive(int, Duration, Duration)} does, and asks before a large one. */
    @Nullable
    Frame receive(int most, Duration patience, Duration once, LargeFrames large) throws IOException {
        return receive(most, patience, once, false, large);
    }

    /**
     * The next frame, as of {@link #receive(int, Duration, Duration)}.
     *
     * @throws InterruptedWaitException if the thread is interrupted, before the frame has begun
     */
    @Nullable
    Frame receiveInterruptibly(int most, Duration patience, Duration once) throws IOException {
        return receive(most, patience, once, true, bytes -> {});
    }

    private @Nullable Frame receive(
            int most, Duration patience, Duration once, boolean interruptible, LargeFrames large) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(Frame.HEAD_BYTES);
        int first = channel.read(head);
        if (first == 0) {
            await(SelectionKey.OP_READ, Spans.nanos(patience), interruptible);
            first = channel.read(head);
        }
        if (first < 0) {
            return null;
        }
        long begun = System.nanoTime();
        long limit = Spans.nanos(once);
        fill(head, limit);
        head.flip();
        int length = head.getInt();
        int number = head.get() & 0xFF;
        Frame.Kind kind = Frame.Kind.of(number);
        if (kind == null || length < 0 || length > most) {
            throw new IOException("the other side sends no frame of this version: kind " + number + ", " + length
                    + " bytes of at most " + most);
        }
        if (length <= LargeCalls.SMALL_BYTES) {
            return new Frame(kind, content(new byte[0], length, limit(limit, length), begun));
        }
        // A peer that only announces a large frame gets no place for it.
        byte[] beginning = content(new byte[0], LargeCalls.SMALL_BYTES, limit(limit, LargeCalls.SMALL_BYTES), begun);
        large.admit(length);
        return new Frame(kind, content(beginning, length, limit(limit, length), System.nanoTime()));
    }

    /** With the time that so many bytes take; who waits for ever does so for these, too. */
    private static long limit(long nanos, int bytes) {
        return Spans.later(nanos, bytes * NANOS_PER_BYTE);
    }

    private byte[] content(byte[] beginning, int length, long limit, long begun) throws IOException {
        byte[] content = beginning;
        int read = beginning.length;
        while (read < length) {
            if (read == content.length) {
                content = Arrays.copyOf(content, (int) Math.min(length, Math.max(FIRST_ROOM, content.length * 2L)));
            }
            ByteBuffer rest = ByteBuffer.wrap(content, read, content.length - read);
            fill(rest, limit - (System.nanoTime() - begun));
            read = content.length;
        }
        return content;
    }

    private void fill(ByteBuffer bytes, long nanos) throws IOException {
        long begun = System.nanoTime();
        while (bytes.hasRemaining()) {
            int read = channel.read(bytes);
            if (read < 0) {
                throw new EOFException("the other side has closed the connection within a frame");
            }
            if (read == 0) {
                await(SelectionKey.OP_READ, nanos - (System.nanoTime() - begun), false);
            }
        }
    }

    /**
     * Whether the other side says anything while it should wait, or has gone. Used by others than the thread that
     * receives, which must not do so meanwhile: what is said is taken.
     */
    boolean hasSaidAnything() {
        try {
            return channel.read(ByteBuffer.allocate(Frame.HEAD_BYTES)) != 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** An interrupt is kept for the caller, whether it ends the wait or not. */
    private void await(int operation, long nanos, boolean interruptible) throws IOException {
        boolean interrupted = Thread.interrupted();
        long begun = System.nanoTime();
        try {
            key.interestOps(operation);
            while (true) {
                if (interrupted && interruptible) {
                    throw new InterruptedWaitException();
                }
                long leftMillis = TimeUnit.NANOSECONDS.toMillis(nanos - (System.nanoTime() - begun));
                if (leftMillis <= 0) {
                    throw new SocketTimeoutException("the other side does not answer");
                }
                int ready = selector.select(leftMillis);
                interrupted |= Thread.interrupted();
                selector.selectedKeys().clear();
                if (!channel.isOpen()) {
                    throw new EOFException("the connection was closed");
                }
                if (ready > 0) {
                    return;
                }
            }
        } catch (ClosedSelectorException | java.nio.channels.CancelledKeyException e) {
            throw new IOException("the connection was closed", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The thread that waited was interrupted, and still is. Not a time-out, as an InterruptedIOException may be. */
    static final class InterruptedWaitException extends IOException {
        private static final long serialVersionUID = 1L;

        InterruptedWaitException() {
            super("interrupted while a call went on");
        }
    }

    @Override
    public void close() throws IOException {
        try (selector) {
            channel.close();
        }
    }
}
