package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.Administration;
import dev.restante.broker.BrokerException;
import dev.restante.model.CommitOutcome;
import dev.restante.model.codec.ByteWriter;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the local socket of an embedded store")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class LocalSocketTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final SocketLimits QUICK = new SocketLimits(SHORT, SHORT, SHORT, Duration.ofMillis(50));
    private static final RemoteNode.Login LOGIN = new RemoteNode.Login("1.2", "SA", "s3cret");

    @TempDir
    Path directory;

    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private Path database() {
        return directory.resolve("store");
    }

    private Path folder() {
        return directory.resolve("store.socket");
    }

    /** Answers every question for an outcome in one way; whatever is asked else fails. */
    private static class Node implements Served {
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public @Nullable Object make(Call call, @Nullable Object[] arguments) {
            asked.incrementAndGet();
            if (call.name().startsWith("outcome")) {
                return CommitOutcome.COMMITTED;
            }
            throw new BrokerException(BrokerException.Reason.ENTITY_NOT_FOUND, "no " + call);
        }

        @Override
        public boolean accepts(String user, String password) {
            return user.equals("SA") && password.equals("s3cret");
        }

        @Override
        public boolean giveUp() {
            return false;
        }

        @Override
        public int mostBytes() {
            return 1_000;
        }

        @Override
        public String release() {
            return "1.1";
        }
    }

    private <T extends AutoCloseable> T closedLater(T closeable) {
        open.add(0, closeable);
        return closeable;
    }

    private LocalSocket serve(Served served, SocketLimits limits) {
        return closedLater(requireNonNull(LocalSocket.open(database(), served, limits)));
    }

    private RemoteNode reach() throws RefusedException {
        return closedLater(RemoteNode.reach(database(), LOGIN, PATIENCE));
    }

    private static CommitOutcome ask(RemoteNode node) {
        return administration(node).outcome("x");
    }

    private static Administration administration(RemoteNode node) {
        return Calls.madeBy((call, arguments) -> {
            try {
                return node.make(call, arguments);
            } catch (RefusedException | ConnectionLostException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private SocketChannel connect() throws IOException {
        return closedLater(SocketChannel.open(UnixDomainSocketAddress.of(folder().resolve("s"))));
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private static byte[] frame(Frame frame) {
        return ByteBuffer.allocate(Frame.HEAD_BYTES + frame.content().length)
                .putInt(frame.content().length)
                .put((byte) frame.kind().ordinal())
                .put(frame.content())
                .array();
    }

    private static byte[] hello() {
        return frame(new Hello("1.2", Hello.Purpose.ADMINISTER, "SA", "s3cret").frame());
    }

    private static FrameChannel frames(SocketChannel channel) throws IOException {
        return new FrameChannel(channel);
    }

    private static @Nullable Frame next(FrameChannel frames) throws IOException {
        return frames.receive(100_000, PATIENCE, PATIENCE);
    }

    /** Where something was not read, the end comes as a reset. */
    private static void assertEnded(FrameChannel frames) {
        try {
            assertThat(next(frames)).isNull();
        } catch (IOException end) {
            assertThat(end).isInstanceOf(SocketException.class);
        }
    }

    @Test
    @DisplayName("is in a folder of its user only, answers calls with results and refusals, and leaves nothing behind")
    void shouldServe() throws Exception {
        Node node = new Node();
        LocalSocket socket = serve(node, SocketLimits.DEFAULT);
        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        RemoteNode remote = reach();
        assertThat(ask(remote)).isEqualTo(CommitOutcome.COMMITTED);
        assertThatThrownBy(() -> administration(remote).entities())
                .isInstanceOfSatisfying(BrokerException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(BrokerException.Reason.ENTITY_NOT_FOUND))
                .hasMessage("no entities()");
        assertThat(node.asked).hasValue(2);
        socket.close();
        assertThat(directory).isEmptyDirectory();
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.NOBODY));
    }

    @Test
    @DisplayName("lets nobody in without the store's credentials")
    void shouldRequireCredentials() {
        serve(new Node(), SocketLimits.DEFAULT);
        for (RemoteNode.Login login : List.of(
                new RemoteNode.Login("1", "SA", ""),
                new RemoteNode.Login("1", "SA", "wrong"),
                new RemoteNode.Login("1", "SA", "x".repeat(20_000)),
                new RemoteNode.Login("1", "other", "s3cret"))) {
            assertThatThrownBy(() -> RemoteNode.reach(database(), login, PATIENCE))
                    .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                            .isEqualTo(Refusal.CREDENTIALS));
        }
        assertThat(LOGIN.toString()).doesNotContain("s3cret");
    }

    @Test
    @DisplayName("refuses another version in words that it understands, and names both releases")
    void shouldRefuseOtherVersions() throws Exception {
        serve(new Node(), SocketLimits.DEFAULT);
        ByteWriter newer = new ByteWriter(16);
        newer.writeString("restante");
        newer.writeUnsigned(Hello.VERSION + 1);
        newer.writeString("9.0");
        newer.writeString("and whatever that version says");
        SocketChannel channel = connect();
        write(channel, frame(Frame.of(Frame.Kind.HELLO, newer)));
        Frame answer = next(frames(channel));
        assertThat(answer.kind()).isEqualTo(Frame.Kind.REFUSED);
        RefusedException refused = RefusedException.read(answer);
        assertThat(refused.refusal()).isEqualTo(Refusal.OTHER_VERSION);
        assertThat(refused).hasMessageContaining("1.1").hasMessageContaining("9.0");
    }

    @Test
    @DisplayName(
            "ends a conversation that is none: garbage, half a frame, too large a frame, no call; others are served")
    void shouldEndWhatIsNoConversation() throws Exception {
        serve(new Node(), QUICK);
        byte[] hello = hello();
        byte[] half = java.util.Arrays.copyOf(hello, hello.length - 3);
        byte[] large =
                ByteBuffer.allocate(5).putInt(Integer.MAX_VALUE).put((byte) 0).array();
        byte[] negative = ByteBuffer.allocate(5).putInt(-1).put((byte) 0).array();
        for (byte[] sent : List.of(new byte[0], "GET / HTTP/1.1\r\n\r\n".getBytes("US-ASCII"), half, large, negative)) {
            SocketChannel channel = connect();
            write(channel, sent);
            assertEnded(frames(channel));
        }
        for (Frame sent : List.of(
                Frame.of(Frame.Kind.RESULT),
                new Frame(Frame.Kind.CALL, new byte[] {1, 2, 3}),
                new Frame(Frame.Kind.CALL, new byte[2_000]))) {
            SocketChannel channel = connect();
            write(channel, hello);
            FrameChannel frames = frames(channel);
            assertThat(next(frames).kind()).isEqualTo(Frame.Kind.WELCOME);
            frames.send(sent, PATIENCE);
            assertEnded(frames);
        }
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
    }

    @Test
    @DisplayName("takes a bounded number of connections, and more when some are gone")
    void shouldBoundConnections() throws Exception {
        serve(new Node(), SocketLimits.DEFAULT);
        List<FrameChannel> let = new ArrayList<>();
        for (int i = 0; i < LocalSocket.MOST_CONNECTIONS; i++) {
            SocketChannel channel = connect();
            write(channel, hello());
            let.add(frames(channel));
            assertThat(next(let.get(i)).kind()).isEqualTo(Frame.Kind.WELCOME);
        }
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.SILENT));
        for (FrameChannel each : let) {
            each.close();
        }
        eventually("somebody else is let in", () -> {
            try {
                return ask(reach()) == CommitOutcome.COMMITTED;
            } catch (RefusedException stillFull) {
                return false;
            }
        });
    }

    @Test
    @DisplayName("tells that a call goes on, so that whoever waits knows it from one that hangs")
    void shouldTellThatCallsGoOn() throws Exception {
        CountDownLatch enough = new CountDownLatch(1);
        serve(
                new Node() {
                    @Override
                    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                        try {
                            enough.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return super.make(call, arguments);
                    }
                },
                new SocketLimits(PATIENCE, PATIENCE, PATIENCE, Duration.ofMillis(50)));
        SocketChannel channel = connect();
        write(channel, hello());
        FrameChannel frames = frames(channel);
        assertThat(next(frames).kind()).isEqualTo(Frame.Kind.WELCOME);
        ByteWriter call = new ByteWriter(16);
        call.writeString("outcome(String)");
        requireNonNull(Calls.named("outcome(String)")).writeArguments(call, new Object[] {"x"});
        frames.send(Frame.of(Frame.Kind.CALL, call), PATIENCE);
        for (int i = 0; i < 3; i++) {
            assertThat(next(frames).kind()).isEqualTo(Frame.Kind.WORKING);
        }
        enough.countDown();
        Frame last = next(frames);
        while (last.kind() == Frame.Kind.WORKING) {
            last = next(frames);
        }
        assertThat(last.kind()).isEqualTo(Frame.Kind.RESULT);
    }

    /** Listens in the place of a node, and says something to whoever comes. */
    private void listenAndSay(byte[]... words) throws IOException {
        listenAndSay(false, words);
    }

    private void listenAndSay(boolean ends, byte[]... words) throws IOException {
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ServerSocketChannel server = closedLater(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
        server.bind(UnixDomainSocketAddress.of(folder().resolve("s")));
        Thread speaker = new Thread(() -> {
            try {
                SocketChannel channel = closedLater(server.accept());
                for (byte[] word : words) {
                    write(channel, word);
                }
                if (ends) {
                    channel.close();
                }
            } catch (IOException theTestIsOver) {
                assertThat(theTestIsOver).isNotNull();
            }
        });
        speaker.setDaemon(true);
        speaker.start();
    }

    private void assertSilent() {
        assertThatThrownBy(() -> RemoteNode.reach(database(), LOGIN, SHORT))
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.SILENT));
    }

    @Test
    @DisplayName("whose process never answers keeps nobody waiting for longer than that one wants")
    void shouldNotWaitForSilence() throws Exception {
        listenAndSay();
        assertSilent();
    }

    @Test
    @DisplayName("whose process says half a word keeps nobody waiting, either")
    void shouldNotWaitForHalfFrames() throws Exception {
        listenAndSay(new byte[] {0, 0, 0, 9, (byte) Frame.Kind.WELCOME.ordinal(), 1});
        assertSilent();
    }

    @Test
    @DisplayName("whose process speaks something else is told from one that refuses")
    void shouldNotUnderstandOthers() throws Exception {
        listenAndSay("HTTP/1.1 400 Bad Request\r\n".getBytes("US-ASCII"));
        assertSilent();
    }

    @Test
    @DisplayName("whose process is of a newer release may refuse for a reason that this one does not know")
    void shouldReadNewReasons() throws Exception {
        ByteWriter refusal = new ByteWriter(16);
        refusal.writeByte(99);
        refusal.writeString("full moon");
        listenAndSay(frame(Frame.of(Frame.Kind.REFUSED, refusal)));
        assertThatThrownBy(this::reach)
                .hasMessage("full moon")
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.OTHER));
    }

    @Test
    @DisplayName("whose process lets in, and then never answers a call: that is told in time, and that it may be done")
    void shouldNotWaitForResults() throws Exception {
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        listenAndSay(frame(Frame.of(Frame.Kind.WELCOME, welcome)));
        RemoteNode node = closedLater(RemoteNode.reach(database(), LOGIN, SHORT));
        Call call = requireNonNull(Calls.named("outcome(String)"));
        assertThatThrownBy(() -> node.make(call, new Object[] {"x"}))
                .hasCauseInstanceOf(SocketTimeoutException.class)
                .isInstanceOfSatisfying(ConnectionLostException.class, lost -> assertThat(lost.called())
                        .isTrue());
    }

    @Test
    @DisplayName("whose process ends within an answer: that is told at once")
    void shouldNoticeTheEnd() throws Exception {
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        listenAndSay(true, frame(Frame.of(Frame.Kind.WELCOME, welcome)), new byte[] {0, 0, 0, 9});
        SocketChannel channel = connect();
        FrameChannel frames = frames(channel);
        assertThat(next(frames).kind()).isEqualTo(Frame.Kind.WELCOME);
        assertThatThrownBy(() -> next(frames)).isInstanceOf(EOFException.class);
    }

    @Test
    @DisplayName(
            "replaces what a process has left that was killed, and takes rights from others that the folder gave them")
    void shouldReplaceStale() throws Exception {
        Files.createDirectory(folder());
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        killed.bind(UnixDomainSocketAddress.of(folder().resolve("s"))).close();
        assertThatThrownBy(this::reach).hasMessageContaining("open to others");
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwx------"));
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.NOBODY));
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        serve(new Node(), SocketLimits.DEFAULT);
        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
    }

    @Test
    @DisplayName("is not made in a folder that is a link or a file; the store can be used all the same")
    void shouldRefuseLinks() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(folder(), elsewhere);
        assertThat(LocalSocket.open(database(), new Node())).isNull();
        assertThat(elsewhere).isEmptyDirectory();
        assertThatThrownBy(this::reach).hasMessageContaining("is no folder");
        Files.delete(folder());
        Files.createFile(folder());
        assertThat(LocalSocket.open(database(), new Node())).isNull();
    }

    @Test
    @DisplayName("is elsewhere if the path of the store is too long for one, and what is left there is replaced, too")
    void shouldGoElsewhere() throws Exception {
        directory = Files.createDirectories(directory.resolve("a-long-name".repeat(10)));
        LocalSocket killed = requireNonNull(LocalSocket.open(database(), new Node()));
        Path first = Path.of(Files.readString(folder().resolve("elsewhere")));
        assertThat(Files.getPosixFilePermissions(first)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
        // The lock is of the test: the first one counts as killed.
        LocalSocket second = serve(new Node(), SocketLimits.DEFAULT);
        assertThat(first).doesNotExist();
        Path now = Path.of(Files.readString(folder().resolve("elsewhere")));
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
        second.close();
        assertThat(now).doesNotExist();
        assertThat(directory).isEmptyDirectory();
        killed.close();
    }

    @Test
    @DisplayName("lets nobody in who is another user of the machine, with whatever credentials")
    void shouldRefuseOtherUsers() throws Exception {
        UserPrincipal other =
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Path path = directory.resolve("t");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            SocketChannel client = closedLater(SocketChannel.open(UnixDomainSocketAddress.of(path)));
            SocketChannel accepted = server.accept();
            Node node = new Node();
            ServedConnection connection =
                    new ServedConnection(frames(accepted), accepted, other, node, SocketLimits.DEFAULT, () -> {});
            write(client, hello());
            connection.converse();
            Frame answer = next(frames(client));
            assertThat(RefusedException.read(answer).refusal()).isEqualTo(Refusal.OTHER_USER);
            assertThat(node.asked).hasValue(0);
        }
    }
}
