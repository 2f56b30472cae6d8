package dev.restante.testing.pool;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Session of the server, which serves one connection of the driver after another. Between two connections the server
 * resets settings, prepared statements, listeners and locks, as poolers request it. One connection uses the session at
 * a time, and may read and write concurrently.
 */
final class PostgresSession {

    private static final byte ERROR = 'E';
    private static final byte READY = 'Z';
    private static final byte IDLE = 'I';
    private static final String RESET_QUERY = "DISCARD ALL";
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket;
    private final byte[] request;

    /** Server's answer to the request, up to its ready message. */
    private final ByteArrayOutputStream greeting = new ByteArrayOutputStream();

    private final ProtocolMessageParser answers = new ProtocolMessageParser(this::answered);
    private final ProtocolMessageParser questions = new ProtocolMessageParser(this::asked);

    /** Number of incomplete answers, of which the greeting is the first. */
    private final AtomicInteger pendingAnswers = new AtomicInteger(1);

    private volatile boolean greeted;
    private volatile byte status;
    private boolean failed;

    /** Opens a session on the server. */
    PostgresSession(SocketAddress server, byte[] request) throws IOException {
        this.socket = new Socket();
        this.request = request;
        socket.connect(server, PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write(request);
    }

    /** Returns whether another connection with this request would get the same greeting. */
    boolean answers(byte[] otherRequest) {
        return Arrays.equals(request, otherRequest);
    }

    byte[] greeting() {
        return greeting.toByteArray();
    }

    Socket socket() {
        return socket;
    }

    int read(byte[] bytes, int offset, int count) throws IOException {
        int read = socket.getInputStream().read(bytes, offset, count);
        if (read > 0) {
            if (!greeted) {
                greeting.write(bytes, offset, read);
            }
            answers.pass(bytes, offset, read);
        }
        return read;
    }

    void write(byte[] bytes, int offset, int count) throws IOException {
        questions.pass(bytes, offset, count);
        socket.getOutputStream().write(bytes, offset, count);
    }

    private void asked(byte type, byte last) {
        if (type == 'Q' || type == 'S' || type == 'F') {
            pendingAnswers.incrementAndGet();
        }
    }

    private void answered(byte type, byte last) {
        if (type == READY) {
            status = last;
            greeted = true;
            pendingAnswers.decrementAndGet();
        } else if (type == ERROR) {
            failed = true;
        }
    }

    /** Returns whether no message is in transit. */
    boolean isIdle() {
        return pendingAnswers.get() == 0 && status == IDLE && answers.between() && questions.between();
    }

    /** Requests the reset of the session without waiting for it. */
    void requestReset() throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        byte[] query = (RESET_QUERY + '\0').getBytes(StandardCharsets.US_ASCII);
        byte[] message = new byte[query.length + 5];
        message[0] = 'Q';
        message[4] = (byte) (query.length + 4);
        System.arraycopy(query, 0, message, 5, query.length);
        failed = false;
        write(message, 0, message.length);
    }

    /** Waits for the reset. Remaining answers for the previous connection are discarded. */
    void awaitReset() throws IOException {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[1024];
        while (!isIdle()) {
            int read = in.read(bytes);
            if (read < 0) {
                throw new EOFException("the server has ended the session");
            }
            answers.pass(bytes, 0, read);
        }
        if (failed) {
            throw new IOException("the server does not forget");
        }
    }

    void end() {
        try (socket) {
            socket.getOutputStream().write(new byte[] {'X', 0, 0, 0, 4});
        } catch (IOException e) {
            // The session has ended already.
            failed = true;
        }
    }
}
