package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.broker.MessageAdministration.PurgeResult;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.InDoubtOutcome;
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

@DisplayName("the local socket of an embedded store that is closed or handed over")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class SocketEndTest extends LocalSocketFixture {

    private static final SocketTimeouts PATIENT =
            new SocketTimeouts(PATIENCE, PATIENCE, PATIENCE, PATIENCE, PATIENCE, Duration.ofMillis(50));

    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** Node that signals its call and answers when the test releases it. */
    private class Held extends Node {
        @Override
        public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
            called.countDown();
            await(goOn);
            return super.invoke(call, arguments);
        }
    }

    private CompletableFuture<PurgeResult> purge(ProgressWatch progress) throws ConnectionRejectedException {
        RemoteNode remote = reach();
        MessageQuery all = new MessageQuery(Set.of(), null, Set.of(), false);
        return CompletableFuture.supplyAsync(
                () -> administration(remote).messageAdministration().purge(queue(), all, progress));
    }

    private static <T> T soon(CompletableFuture<T> result) throws Exception {
        return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("a closing socket answers the current call and tells idle tools that it closes")
    void shouldAnswerTheLastCall() throws Exception {
        LocalSocket socket = serve(new Held(), PATIENT);
        RemoteNode remote = reach();
        CompletableFuture<InDoubtOutcome> asked = CompletableFuture.supplyAsync(() -> queryOutcome(remote));
        called.await();
        FrameChannel idle = admitted();
        CompletableFuture<Void> end = CompletableFuture.runAsync(socket::close);
        Frame word = requireNonNull(next(idle));
        assertThat(word.kind()).isEqualTo(Frame.FrameKind.REJECTED);
        assertThat(ConnectionRejectedException.read(word).reason()).isEqualTo(RejectionReason.NOT_LISTENING);
        assertEnded(idle);
        goOn.countDown();
        assertThat(soon(asked)).isEqualTo(InDoubtOutcome.COMMITTED);
        soon(end);
        assertThat(directory).isEmptyDirectory();
    }

    /** Closes a socket in a thread, and returns when that thread waits for the current calls. */
    private static CompletableFuture<Void> closing(LocalSocket socket) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread closes = new Thread(() -> {
            socket.close();
            end.complete(null);
        });
        closes.start();
        eventually("the close waits for running calls", () -> Stream.of(closes.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("awaitAnswer")));
        return end;
    }

    @Test
    @DisplayName("an executed call without an answer has an unknown outcome, so that the caller does not repeat it")
    void shouldNotDenyWhatWasMade() throws Exception {
        LocalSocket socket = serve(
                new Held() {
                    @Override
                    public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                        super.invoke(call, arguments);
                        throw new OutOfMemoryError("for the answer, as a test has it");
                    }
                },
                PATIENT);
        RemoteNode node = reach();
        RemoteCall outcome = requireNonNull(RemoteCallTable.find("commitOutcome(String)"));
        CompletableFuture<Boolean> wasCalled = CompletableFuture.supplyAsync(() -> {
            try {
                return node.call(outcome, new Object[] {"x"}) == null;
            } catch (ConnectionLostException lost) {
                return lost.isOutcomeUnknown();
            } catch (ConnectionRejectedException e) {
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
    @DisplayName("a closing socket ends a long call even while that call asks its caller whether to continue")
    void shouldEndWorkThatAsks() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        LocalSocket socket = serve(
                new Node() {
                    @Override
                    public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                        ProgressWatch watch = (ProgressWatch) requireNonNull(arguments[call.watchArgumentIndex()]);
                        return new PurgeResult(1, !watch.proceed(1));
                    }
                },
                PATIENT);
        CompletableFuture<PurgeResult> purgeResult = purge(done -> {
            asked.countDown();
            await(answer);
            return true;
        });
        asked.await();
        CompletableFuture<Void> end = closing(socket);
        answer.countDown();
        assertThat(soon(purgeResult)).isEqualTo(new PurgeResult(1, true));
        soon(end);
    }

    @Test
    @DisplayName("a closing socket ends a long call, and the caller learns the progress so far")
    void shouldEndWatchedWork() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        LocalSocket socket = serve(
                new Node() {
                    @Override
                    public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                        ProgressWatch watch = (ProgressWatch) requireNonNull(arguments[call.watchArgumentIndex()]);
                        long done = 1;
                        while (watch.proceed(done)) {
                            done++;
                            working.countDown();
                        }
                        return new PurgeResult(done, true);
                    }
                },
                PATIENT);
        CompletableFuture<PurgeResult> purgeResult = purge(done -> true);
        working.await();
        socket.close();
        PurgeResult part = soon(purgeResult);
        assertThat(part.removed()).isPositive();
        assertThat(part.cancelled()).isTrue();
    }

    @Test
    @DisplayName("the socket rejects tools while its store is being handed over")
    void shouldLetNobodyIn() {
        serve(
                new Node() {
                    @Override
                    public boolean isHandoverRequested() {
                        return true;
                    }
                },
                PATIENT);
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(ConnectionRejectedException.class, rejected -> assertThat(rejected.reason())
                        .isEqualTo(RejectionReason.NOT_LISTENING));
    }

    @Test
    @DisplayName("a call that gets the end of the socket as its answer is reported as not executed")
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
                frames.send(Frame.of(Frame.FrameKind.ADMITTED, welcome), PATIENCE);
                Frame called = requireNonNull(next(frames));
                frames.send(
                        new ConnectionRejectedException(RejectionReason.NOT_LISTENING, "it is over").frame(), PATIENCE);
                return called;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        RemoteNode node = reach();
        RemoteCall outcome = requireNonNull(RemoteCallTable.find("commitOutcome(String)"));
        assertThatThrownBy(() -> node.call(outcome, new Object[] {"x"}))
                .hasMessage("it is over")
                .isInstanceOfSatisfying(ConnectionLostException.class, lost -> assertThat(lost.isOutcomeUnknown())
                        .isFalse());
        assertThat(soon(call).kind()).isEqualTo(Frame.FrameKind.CALL);
    }
}
