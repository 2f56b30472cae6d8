package dev.restante.socket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.SaturatingTime;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Socket channel that sends and receives frames with timeouts.
 *
 * <p>Memory for a frame is allocated only as its bytes arrive, regardless of the announced length. One thread at a time
 * uses the channel, except for {@link #sendKeepAlive}, {@link #sendFinal}, {@link #hasInput} and {@link #close}.
 */
final class FrameChannel implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FrameChannel.class);

    private static final int INITIAL_BUFFER_BYTES = 16 << 10;

    /** Admission of large frames before their memory is allocated. */
    @FunctionalInterface
    interface LargeFrameAdmission {
        /**
         * Returns when the frame may be received.
         *
         * @throws IOException if the frame is rejected
         */
        void admit(int bytes) throws IOException;
    }

    /** Longest time for each byte of a frame, so that a slow peer does not block a thread for long. */
    private static final long NANOS_PER_BYTE = 1_000;

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final ReentrantLock sending = new ReentrantLock();

    /** Creates a channel that owns the socket. */
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
     * @throws SocketTimeoutException if the peer does not receive it in time
     */
    void send(Frame frame, Duration timeout) throws IOException {
        ByteBuffer bytes = bytes(frame);
        long limit = limit(SaturatingTime.toNanos(timeout), bytes.remaining());
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

    /** Sends a keep-alive frame, unless another frame is being sent or the peer does not read. */
    void sendKeepAlive() throws IOException {
        if (!sending.tryLock()) {
            return;
        }
        try {
            writeKeepAlive();
        } finally {
            sending.unlock();
        }
    }

    @GuardedBy("sending")
    private void writeKeepAlive() throws IOException {
        ByteBuffer bytes = bytes(Frame.of(Frame.FrameKind.KEEP_ALIVE));
        int written = channel.write(bytes);
        if (written != 0 && bytes.hasRemaining()) {
            close();
            throw new IOException("The other process accepted only a part of a frame");
        }
    }

    void sendFinal(Frame frame) throws IOException {
        sending.lock();
        try {
            channel.write(bytes(frame));
        } finally {
            sending.unlock();
        }
    }

    private static ByteBuffer bytes(Frame frame) {
        return ByteBuffer.allocate(Frame.HEADER_BYTES + frame.content().length)
                .putInt(frame.content().length)
                .put((byte) frame.kind().code())
                .put(frame.content())
                .flip();
    }

    /**
     * Receives the next frame; returns null if the peer closed the connection.
     *
     * @param maxBytes the largest content
     * @param timeout the time until the frame begins
     * @param remainderTimeout the time for the rest of the frame, in addition to the time for its length
     * @throws SocketTimeoutException if the frame does not arrive in time
     * @throws IOException if the frame is malformed or incomplete
     */
    @Nullable
    Frame receive(int maxBytes, Duration timeout, Duration remainderTimeout) throws IOException {
        return receive(maxBytes, timeout, remainderTimeout, false, bytes -> {});
    }

    /** Receives the next frame like {@link #receive(int, Duration, Duration)}, with an admission of large frames. */
    @Nullable
    Frame receive(int maxBytes, Duration timeout, Duration remainderTimeout, LargeFrameAdmission admission)
            throws IOException {
        return receive(maxBytes, timeout, remainderTimeout, false, admission);
    }

    /**
     * Receives the next frame like {@link #receive(int, Duration, Duration)}.
     *
     * @throws InterruptedWaitException if the thread is interrupted before the frame begins
     */
    @Nullable
    Frame receiveInterruptibly(int maxBytes, Duration timeout, Duration remainderTimeout) throws IOException {
        return receive(maxBytes, timeout, remainderTimeout, true, bytes -> {});
    }

    private @Nullable Frame receive(
            int maxBytes,
            Duration timeout,
            Duration remainderTimeout,
            boolean interruptible,
            LargeFrameAdmission admission)
            throws IOException {
        ByteBuffer head = ByteBuffer.allocate(Frame.HEADER_BYTES);
        int first = channel.read(head);
        if (first == 0) {
            await(SelectionKey.OP_READ, SaturatingTime.toNanos(timeout), interruptible);
            first = channel.read(head);
        }
        if (first < 0) {
            return null;
        }
        long begun = System.nanoTime();
        long limit = SaturatingTime.toNanos(remainderTimeout);
        fill(head, limit);
        head.flip();
        int length = head.getInt();
        int number = head.get() & 0xFF;
        Frame.FrameKind kind = Frame.FrameKind.of(number);
        if (kind == null || length < 0 || length > maxBytes) {
            throw new IOException("The other process sent an invalid frame: kind " + number + ", " + length
                    + " bytes of at most " + maxBytes);
        }
        if (length <= LargeCallLimiter.MAX_SMALL_BYTES) {
            return new Frame(kind, content(new byte[0], length, limit(limit, length), begun));
        }
        // Reads the first bytes before the admission, so that a mere announcement occupies no permit.
        byte[] beginning = content(
                new byte[0], LargeCallLimiter.MAX_SMALL_BYTES, limit(limit, LargeCallLimiter.MAX_SMALL_BYTES), begun);
        admission.admit(length);
        return new Frame(kind, content(beginning, length, limit(limit, length), System.nanoTime()));
    }

    private static long limit(long nanos, int bytes) {
        return SaturatingTime.plus(nanos, bytes * NANOS_PER_BYTE);
    }

    private byte[] content(byte[] beginning, int length, long limit, long begun) throws IOException {
        byte[] content = beginning;
        int read = beginning.length;
        while (read < length) {
            if (read == content.length) {
                content = Arrays.copyOf(
                        content, (int) Math.min(length, Math.max(INITIAL_BUFFER_BYTES, content.length * 2L)));
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
                throw new EOFException("The other process closed the connection within a frame");
            }
            if (read == 0) {
                await(SelectionKey.OP_READ, nanos - (System.nanoTime() - begun), false);
            }
        }
    }

    /**
     * Returns whether the peer has sent data or closed the connection. The data is lost. The receiving thread must not
     * receive at the same time.
     */
    boolean hasInput() {
        try {
            return channel.read(ByteBuffer.allocate(Frame.HEADER_BYTES)) != 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** Waits for the channel. The interrupt flag of the thread is preserved. */
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
                    throw new SocketTimeoutException("The other process does not answer");
                }
                int ready = selector.select(leftMillis);
                interrupted |= Thread.interrupted();
                selector.selectedKeys().clear();
                if (!channel.isOpen()) {
                    throw new EOFException("The connection was closed");
                }
                if (ready > 0) {
                    return;
                }
            }
        } catch (ClosedSelectorException | java.nio.channels.CancelledKeyException e) {
            throw new IOException("The connection was closed", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Exception for an interrupted wait. In contrast to InterruptedIOException it is never a timeout. */
    static final class InterruptedWaitException extends IOException {
        private static final long serialVersionUID = 1L;

        InterruptedWaitException() {
            super("The thread was interrupted during a call");
        }
    }

    @Override
    public void close() {
        try (selector) {
            channel.close();
        } catch (IOException e) {
            LOG.debug("A connection through the local socket cannot be closed", e);
        }
    }
}
