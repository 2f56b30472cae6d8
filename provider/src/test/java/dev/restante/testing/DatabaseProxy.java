package dev.restante.testing;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Stands between a client and a PostgreSQL server, on the loopback address, and breaks their connections when a test says so: all at once, or one of them
 * while its COMMIT is under way. It reads the messages that pass by, so that it breaks at the very place that the test is about.
 *
 * <p>Thread-safe; two threads per connection pass messages on.
 */
public final class DatabaseProxy implements Closeable {

    /** Where a connection breaks in its COMMIT. */
    public enum Break {
        /** The server never gets the COMMIT: the transaction is rolled back. */
        BEFORE_COMMIT,
        /** The server has committed, and its answer is lost. */
        AFTER_COMMIT
    }

    private record Plan(String text, Break place, boolean thenRefuse, CountDownLatch done) {}

    private final int serverPort;
    private final String serverUrl;
    private final ServerSocket accepting;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile boolean refusing;
    private volatile Plan plan;

    /**
     * @param url the JDBC URL of a PostgreSQL database on this machine
     */
    public DatabaseProxy(String url) {
        this.serverUrl = url;
        this.serverPort = URI.create(url.substring("jdbc:".length())).getPort();
        try {
            this.accepting = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("proxy-accepts", this::accept);
    }

    /** The JDBC URL of the same database by way of this proxy; not encrypted, so that the proxy can read. */
    public String url() {
        return serverUrl.replace(":" + serverPort + "/", ":" + accepting.getLocalPort() + "/")
                + "&sslmode=disable&gssEncMode=disable";
    }

    /** Breaks all connections, and each new one at once, until {@link #restore}. */
    public void refuse() {
        refusing = true;
        links.forEach(Link::close);
    }

    /** Lets new connections pass. */
    public void restore() {
        refusing = false;
    }

    /**
     * Breaks, once, the connection that writes a text, in the COMMIT that follows.
     *
     * @param text what is written, for example a message's body
     * @param thenRefuse whether everything else breaks too at that moment, until {@link #restore}
     * @return counted down when it has happened
     */
    public CountDownLatch breakCommitOf(String text, Break place, boolean thenRefuse) {
        Plan next = new Plan(text, place, thenRefuse, new CountDownLatch(1));
        plan = next;
        return next.done();
    }

    @Override
    public void close() throws IOException {
        accepting.close();
        links.forEach(Link::close);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!accepting.isClosed()) {
            try {
                Socket client = accepting.accept();
                if (refusing) {
                    client.close();
                    continue;
                }
                Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), serverPort));
                links.add(link);
                start("proxy-requests", () -> link.run(link::passRequests));
                start("proxy-answers", () -> link.run(link::passAnswers));
                if (refusing) {
                    link.close();
                }
            } catch (IOException ignored) {
                // The accepting socket was closed, or the one connection has failed, which its client notices.
            }
        }
    }

    /** One connection. What it knows about COMMIT is used by the thread that passes its requests alone. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private final Set<String> commitStatements = new HashSet<>();
        private volatile Plan mine;

        Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        private interface Passing {
            void run() throws IOException;
        }

        void run(Passing passing) {
            try {
                passing.run();
            } catch (IOException broken) {
                // The other side notices by the close that follows.
                return;
            } finally {
                close();
            }
        }

        void close() {
            links.remove(this);
            for (Socket socket : new Socket[] {client, server}) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        void passRequests() throws IOException {
            DataInputStream from = new DataInputStream(client.getInputStream());
            OutputStream to = server.getOutputStream();
            // The first message of a client has no type.
            pass(to, -1, content(from));
            while (true) {
                int type = from.readUnsignedByte();
                byte[] content = content(from);
                Plan current = plan;
                if (current != null && mine == null && contains(content, current.text())) {
                    mine = current;
                }
                Plan armed = mine;
                if (commits(type, content) && armed != null && armed.place() == Break.BEFORE_COMMIT) {
                    breakNow(armed);
                    return;
                }
                pass(to, type, content);
            }
        }

        void passAnswers() throws IOException {
            DataInputStream from = new DataInputStream(server.getInputStream());
            OutputStream to = client.getOutputStream();
            while (true) {
                int type = from.readUnsignedByte();
                byte[] content = content(from);
                Plan armed = mine;
                if (armed != null && type == 'C' && text(content, 0).equals("COMMIT")) {
                    if (armed.place() == Break.AFTER_COMMIT) {
                        breakNow(armed);
                        return;
                    }
                }
                pass(to, type, content);
            }
        }

        private void breakNow(Plan armed) {
            plan = null;
            if (armed.thenRefuse()) {
                refuse();
            }
            close();
            armed.done().countDown();
        }

        /** Whether this is the message that makes the server commit: it names a statement (Bind) whose text (Parse) is COMMIT. */
        private boolean commits(int type, byte[] content) {
            if (type == 'P') {
                String name = text(content, 0);
                if (text(content, name.length() + 1).equals("COMMIT")) {
                    commitStatements.add(name);
                } else {
                    commitStatements.remove(name);
                }
                return false;
            }
            return type == 'B'
                    && commitStatements.contains(text(content, text(content, 0).length() + 1));
        }

        private byte[] content(DataInputStream from) throws IOException {
            int length = from.readInt();
            byte[] content = from.readNBytes(length - Integer.BYTES);
            if (content.length < length - Integer.BYTES) {
                throw new EOFException();
            }
            return content;
        }

        private void pass(OutputStream to, int type, byte[] content) throws IOException {
            int typeBytes = type < 0 ? 0 : 1;
            ByteBuffer message = ByteBuffer.allocate(typeBytes + Integer.BYTES + content.length);
            if (typeBytes == 1) {
                message.put((byte) type);
            }
            message.putInt(content.length + Integer.BYTES).put(content);
            to.write(message.array());
        }

        /** The zero-terminated text at an offset. */
        private static String text(byte[] content, int offset) {
            int end = offset;
            while (content[end] != 0) {
                end++;
            }
            return new String(content, offset, end - offset, StandardCharsets.ISO_8859_1);
        }

        /** As bytes, or as the hexadecimal digits that an array of bytes may be written in. */
        private static boolean contains(byte[] content, String text) {
            String read = new String(content, StandardCharsets.ISO_8859_1);
            return read.contains(text)
                    || read.contains(HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
