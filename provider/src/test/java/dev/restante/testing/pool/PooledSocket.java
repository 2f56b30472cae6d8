package dev.restante.testing.pool;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Driver's end of a connection to a borrowed database. It gets a session of the server with its first request, which
 * may be a session of an earlier connection. A connection that terminates regularly while idle leaves its session to a
 * later connection. A connection that is cut off, has an open transaction or waits for an answer ends its session, too.
 */
final class PooledSocket extends Socket {

    private static final int SSL_REQUEST = 80_877_103;
    private static final int CANCEL_REQUEST = 80_877_102;
    private static final byte GOOD_BYE = 'X';
    private static final byte[] NO_SSL = {'N'};

    private final BorrowedDatabase borrowed;
    private final ByteArrayOutputStream request = new ByteArrayOutputStream();

    private @Nullable SocketAddress server;
    private @Nullable PostgresSession session;

    /** Bytes that are read before any byte of the session. */
    private ByteBuffer said = ByteBuffer.allocate(0);

    private int timeoutMillis;
    private int using;
    private boolean leaving;
    private boolean closed;

    PooledSocket(BorrowedDatabase borrowed) {
        this.borrowed = borrowed;
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public synchronized void connect(SocketAddress endpoint, int timeout) throws IOException {
        borrowed.opened(this);
        server = endpoint;
    }

    @Override
    public synchronized boolean isConnected() {
        return server != null;
    }

    @Override
    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void setSoTimeout(int timeout) throws SocketException {
        timeoutMillis = timeout;
        if (session != null) {
            session.socket().setSoTimeout(timeout);
        }
    }

    @Override
    public synchronized int getSoTimeout() {
        return timeoutMillis;
    }

    /** Does nothing, because sessions have this option set as the driver wants it. */
    @Override
    public void setTcpNoDelay(boolean on) {}

    /** Does nothing, because the server is on the same machine. */
    @Override
    public void setKeepAlive(boolean on) {}

    private synchronized @Nullable PostgresSession use() throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
        using++;
        return session;
    }

    private synchronized void used() {
        using--;
    }

    private int read(byte[] bytes, int offset, int count) throws IOException {
        PostgresSession used = use();
        try {
            if (said.hasRemaining()) {
                int part = Math.min(count, said.remaining());
                said.get(bytes, offset, part);
                return part;
            }
            return used == null ? -1 : used.read(bytes, offset, count);
        } finally {
            used();
        }
    }

    private int available() throws IOException {
        PostgresSession used = use();
        try {
            int more = used == null ? 0 : used.socket().getInputStream().available();
            return said.remaining() + more;
        } finally {
            used();
        }
    }

    private void write(byte[] bytes, int offset, int count) throws IOException {
        PostgresSession used = use();
        try {
            if (used == null) {
                ask(bytes, offset, count);
            } else if (count >= 5 && bytes[offset + count - 5] == GOOD_BYE && used.isIdle() && count == 5) {
                leaving = true;
            } else {
                used.write(bytes, offset, count);
            }
        } finally {
            used();
        }
    }

    /**
     * Collects a request for a session, which begins with its length and a code, and executes it when it is complete.
     */
    private void ask(byte[] bytes, int offset, int count) throws IOException {
        request.write(bytes, offset, count);
        byte[] asked = request.toByteArray();
        if (asked.length < 2 * Integer.BYTES
                || asked.length < ByteBuffer.wrap(asked).getInt()) {
            return;
        }
        request.reset();
        int code = ByteBuffer.wrap(asked).getInt(Integer.BYTES);
        if (code == SSL_REQUEST) {
            said = ByteBuffer.wrap(NO_SSL);
            return;
        }
        PostgresSession kept = code == CANCEL_REQUEST ? null : borrowed.pollSession(asked);
        if (kept != null) {
            said = ByteBuffer.wrap(kept.greeting());
        }
        begin(kept == null ? new PostgresSession(server, asked) : kept);
    }

    private synchronized void begin(PostgresSession begun) throws SocketException {
        if (closed) {
            begun.end();
            throw new SocketException("Socket closed");
        }
        begun.socket().setSoTimeout(timeoutMillis);
        session = begun;
    }

    /** Closes the socket. The session is removed under the lock and settled outside it. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void close() throws IOException {
        PostgresSession left;
        boolean whole;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            left = session;
            session = null;
            whole = leaving && using == 0;
        }
        try {
            if (left != null && !(whole && borrowed.keepSession(left))) {
                if (leaving) {
                    left.end();
                } else {
                    left.socket().close();
                }
            }
        } finally {
            borrowed.closed(this);
            super.close();
        }
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return PooledSocket.this.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int count) throws IOException {
                return PooledSocket.this.read(bytes, offset, count);
            }

            @Override
            public int available() throws IOException {
                return PooledSocket.this.available();
            }

            @Override
            public void close() throws IOException {
                PooledSocket.this.close();
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                PooledSocket.this.write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int count) throws IOException {
                PooledSocket.this.write(bytes, offset, count);
            }

            @Override
            public void close() throws IOException {
                PooledSocket.this.close();
            }
        };
    }
}
