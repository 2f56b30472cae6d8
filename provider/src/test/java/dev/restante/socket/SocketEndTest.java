package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.MessageAdministration.Purged;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.CommitOutcome;
import dev.restante.model.codec.ByteWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("the local socket of an embedded store that is closed, or given up")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class SocketEndTest extends LocalSocketFixture {

    private static final SocketLimits PATIENT =
            new SocketLimits(PATIENCE, PATIENCE, PATIENCE, PATIENCE, PATIENCE, Duration.ofMillis(50));

    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** Says that it is called, and answers when it may go on. */
    private class Held extends Node {
        @Override
        public @Nullable Object make(Call call, @Nullable Object[] arguments) {
            called.countDown();
            await(goOn);
            return super.make(call, arguments);
        }
    }

    private CompletableFuture<Purged> purge(Watch watch) throws RefusedException {
        RemoteNode remote = reach();
        MessageQuery all = new MessageQuery(Set.of(), null, Set.of(), false);
        return CompletableFuture.supplyAsync(
                () -> administration(remote).messageAdministration().purge(queue(), all, watch));
    }

    private static <T> T soon(CompletableFuture<T> result) throws Exception {
        return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("answers the call under way, and tells those that call nothing that it ends")
    void shouldAnswerTheLastCall() throws Exception {
        LocalSocket socket = serve(new Held(), PATIENT);
        RemoteNode remote = reach();
        CompletableFuture<CommitOutcome> asked = CompletableFuture.supplyAsync(() -> ask(remote));
        called.await();
        FrameChannel idle = admitted();
        CompletableFuture<Void> end = CompletableFuture.runAsync(socket::close);
        Frame word = requireNonNull(next(idle));
        assertThat(word.kind()).isEqualTo(Frame.Kind.REFUSED);
        assertThat(RefusedException.read(word).refusal()).isEqualTo(Refusal.NOBODY);
        assertEnded(idle);
        goOn.countDown();
        assertThat(soon(asked)).isEqualTo(CommitOutcome.COMMITTED);
        soon(end);
        assertThat(directory).isEmptyDirectory();
    }

    /** Closes a socket, and returns when all its connections know it and calls under way are waited for. */
    private static CompletableFuture<Void> closing(LocalSocket socket) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread closes = new Thread(() -> {
            socket.close();
            end.complete(null);
        });
        closes.start();
        eventually("the calls under way are waited for", () -> Stream.of(closes.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("awaitAnswer")));
        return end;
    }

    @Test
    @DisplayName("never says that a call was not made which was, and has no answer: the caller would make it again")
    void shouldNotDenyWhatWasMade() throws Exception {
        LocalSocket socket = serve(
                new Held() {
                    @Override
                    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                        super.make(call, arguments);
                        throw new OutOfMemoryError("for the answer, as a test has it");
                    }
                },
                PATIENT);
        RemoteNode node = reach();
        Call outcome = requireNonNull(Calls.named("outcome(String)"));
        CompletableFuture<Boolean> wasCalled = CompletableFuture.supplyAsync(() -> {
            try {
                return node.make(outcome, new Object[] {"x"}) == null;
            } catch (ConnectionLostException lost) {
                return lost.called();
            } catch (RefusedException e) {
                throw new IllegalStateException(e);
            }
        });
        called.await();
        CompletableFuture<Void> end = closing(socket);
        goOn.countDown();
        assertThat(soon(wasCalled)).isTrue();
        soon(end);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("ends work that is watched, also where the other side is just being asked whether it is to go on")
    void shouldEndWorkThatAsks() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        LocalSocket socket = serve(
                new Node() {
                    @Override
                    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                        Watch watch = (Watch) requireNonNull(arguments[call.watchedBy()]);
                        return new Purged(1, !watch.proceed(1));
                    }
                },
                PATIENT);
        CompletableFuture<Purged> purged = purge(done -> {
            asked.countDown();
            await(answer);
            return true;
        });
        asked.await();
        CompletableFuture<Void> end = closing(socket);
        answer.countDown();
        assertThat(soon(purged)).isEqualTo(new Purged(1, true));
        soon(end);
    }

    @Test
    @DisplayName("ends work that is watched, and tells how far it has come")
    void shouldEndWatchedWork() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        LocalSocket socket = serve(
                new Node() {
                    @Override
                    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                        Watch watch = (Watch) requireNonNull(arguments[call.watchedBy()]);
                        long done = 1;
                        while (watch.proceed(done)) {
                            done++;
                            working.countDown();
                        }
                        return new Purged(done, true);
                    }
                },
                PATIENT);
        CompletableFuture<Purged> purged = purge(done -> true);
        working.await();
        socket.close();
        Purged part = soon(purged);
        assertThat(part.removed()).isPositive();
        assertThat(part.cancelled()).isTrue();
    }

    @Test
    @DisplayName("lets nobody in who would administer a store that is being given up")
    void shouldLetNobodyIn() {
        serve(
                new Node() {
                    @Override
                    public boolean isGivenUp() {
                        return true;
                    }
                },
                PATIENT);
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.NOBODY));
    }

    @Test
    @DisplayName("says that it ends in place of an answer: the caller knows that nothing was done")
    void shouldSayThatNothingWasDone() throws Exception {
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ServerSocketChannel server = closedLater(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
        server.bind(UnixDomainSocketAddress.of(folder().resolve("s")));
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        welcome.writeUnsigned(1_000);
        CompletableFuture<Frame> call = CompletableFuture.supplyAsync(() -> {
            try {
                FrameChannel frames = closedLater(frames(server.accept()));
                requireNonNull(next(frames));
                frames.send(Frame.of(Frame.Kind.WELCOME, welcome), PATIENCE);
                Frame called = requireNonNull(next(frames));
                frames.send(new RefusedException(Refusal.NOBODY, "it is over").frame(), PATIENCE);
                return called;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        RemoteNode node = reach();
        Call outcome = requireNonNull(Calls.named("outcome(String)"));
        assertThatThrownBy(() -> node.make(outcome, new Object[] {"x"}))
                .hasMessage("it is over")
                .isInstanceOfSatisfying(ConnectionLostException.class, lost -> assertThat(lost.called())
                        .isFalse());
        assertThat(soon(call).kind()).isEqualTo(Frame.Kind.CALL);
    }
}
