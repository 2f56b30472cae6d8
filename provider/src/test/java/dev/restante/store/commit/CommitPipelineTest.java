package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Operation;
import dev.restante.store.Operation.OperationUrgency;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("the commit pipeline")
final class CommitPipelineTest extends CommitPipelineFixture {

    @Test
    @DisplayName("a caller leads an idle pipeline, and its operation is complete when the call returns")
    void shouldLetTheCallerLead() {
        assertThat(lead(1)).isCompletedWithValue(OperationOutcome.Applied.ALL_APPLIED);
        Thread.currentThread().interrupt();
        assertThat(lead(2)).isCompletedWithValue(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(writer.numbers).containsExactly(1L, 2L);
    }

    @Test
    @DisplayName("operations that gather while a batch is written share the next batch, in order, up to the limit")
    void shouldGather() throws Exception {
        writer.gated = true;
        CompletableFuture<OperationOutcome> first = submit(0, OperationUrgency.NOW);
        writer.entered.await();
        List<CompletableFuture<OperationOutcome>> others = new ArrayList<>();
        for (int i = 1; i <= 150; i++) {
            others.add(submit(i, OperationUrgency.NOW));
        }
        writer.gate.release(3);
        get(first);
        for (CompletableFuture<OperationOutcome> other : others) {
            get(other);
        }
        assertThat(writer.batches).hasSize(3);
        assertThat(writer.batches.get(1)).hasSize(100).startsWith(1L).isSorted();
        assertThat(writer.batches.get(2)).hasSize(50).startsWith(101L).isSorted();
    }

    @Test
    @DisplayName("an acquire request runs after all operations that were submitted before it")
    void shouldAcquireAfterWhatCameBefore() throws Exception {
        writer.gated = true;
        CompletableFuture<OperationOutcome> first = submit(0, OperationUrgency.NOW);
        writer.entered.await();
        CompletableFuture<OperationOutcome> last = first;
        for (int i = 1; i <= 150; i++) {
            last = submit(i, OperationUrgency.NOW);
        }
        CompletableFuture<Integer> executedBefore = new CompletableFuture<>();
        pipeline.submit(new AcquireRequest(
                5,
                1,
                1,
                Long.MAX_VALUE,
                Set.of(),
                (acquireResult, failure) -> executedBefore.complete(
                        writer.batches.stream().mapToInt(List::size).sum())));
        writer.gate.release(3);
        assertThat(executedBefore.get(20, TimeUnit.SECONDS)).isEqualTo(151);
        get(last);
    }

    @Test
    @DisplayName("lazy operations join an urgent batch, and yielding operations wait for a full batch or their linger")
    void shouldLinger() throws Exception {
        CompletableFuture<OperationOutcome> alone = submit(0, OperationUrgency.LAZY);
        List<CompletableFuture<OperationOutcome>> lazy = new ArrayList<>();
        lazy.add(submit(1, OperationUrgency.YIELDING));
        CompletableFuture<OperationOutcome> company = lead(2);
        assertThat(get(alone)).isEqualTo(get(company));
        assertThat(writer.batches).containsExactly(List.of(0L, 2L));
        for (int i = 0; i < 6; i++) {
            lazy.add(submit(10 + i, OperationUrgency.LAZY));
        }
        assertThat(lazy).noneMatch(CompletableFuture::isDone);
        lazy.add(submit(17, OperationUrgency.LAZY));
        for (CompletableFuture<OperationOutcome> each : lazy) {
            get(each);
        }
        assertThat(writer.batches).hasSize(2);

        settings(new PipelineSettings(100, 1_000_000, 8, TimeUnit.MILLISECONDS.toNanos(5), HOUR_NANOS));
        get(submit(20, OperationUrgency.LAZY));
        get(submit(21, OperationUrgency.LAZY));
    }

    @Test
    @DisplayName(
            "the pipeline executes submitted operations when it closes, rejects later ones, and closes the writer last")
    void shouldClose() throws Exception {
        writer.gated = true;
        CompletableFuture<OperationOutcome> first = submit(1, OperationUrgency.NOW);
        writer.entered.await();
        CompletableFuture<OperationOutcome> lazy = submit(2, OperationUrgency.LAZY);
        CompletableFuture<OperationOutcome> second = submit(3, OperationUrgency.NOW);
        Thread closing = new Thread(pipeline::close);
        closing.start();
        writer.gate.release(10);
        closing.join();

        assertThat(get(first)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(get(lazy)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(get(second)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(failedWith(get(submit(4, OperationUrgency.NOW)))).isEqualTo(StoreFailureKind.CLOSED);
        assertThat(failedWith(get(submit(5, OperationUrgency.LAZY)))).isEqualTo(StoreFailureKind.CLOSED);
        assertThat(failedWith(get(lead(6)))).isEqualTo(StoreFailureKind.CLOSED);
        CompletableFuture<StoreException> acquire = new CompletableFuture<>();
        pipeline.submit(new AcquireRequest(
                1, 1, 1, Long.MAX_VALUE, Set.of(), (acquireResult, failure) -> acquire.complete(failure)));
        assertThat(acquire.join().kind()).isEqualTo(StoreFailureKind.CLOSED);
        assertThat(writer.closed).isTrue();
        assertThat(writer.overlapped).isFalse();
    }

    @Test
    @DisplayName("RCV-14 a fenced pipeline fails all operations without a store call, and reports the fencing once")
    void shouldStayFenced() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        writer.failure = batch -> {
            writes.incrementAndGet();
            return new StoreException(StoreFailureKind.FENCED, "dead", null);
        };
        for (int i = 0; i < 3; i++) {
            assertThat(failedWith(get(lead(i)))).isEqualTo(StoreFailureKind.FENCED);
            assertThat(failedWith(get(submit(i, OperationUrgency.NOW)))).isEqualTo(StoreFailureKind.FENCED);
        }
        assertThat(writes).hasValue(1);
        assertThat(owner.fencings).hasValue(1);
    }

    @Test
    @DisplayName("with many leaders, each operation runs once, in the order of its thread unless it is yielding")
    void shouldHandLeadershipOver() throws Exception {
        settings(new PipelineSettings(20, 1_000_000, 8, TimeUnit.MICROSECONDS.toNanos(200), HOUR_NANOS));
        int threads = 8;
        int each = 3_000;
        ConcurrentLinkedQueue<Long> told = new ConcurrentLinkedQueue<>();
        Set<Long> yielding = ConcurrentHashMap.newKeySet();
        CountDownLatch done = new CountDownLatch(threads * each);
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        List<Future<?>> results = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            long base = thread * 1_000_000L;
            Random random = new Random(thread);
            results.add(workers.submit(() -> {
                for (int i = 0; i < each; i++) {
                    long id = base + i;
                    Function<OperationUrgency, Operation> counted =
                            urgency -> new Operation(changes(id), urgency, Operation.MissedFencePolicy.FAIL_OPERATION) {
                                @Override
                                public void completed(OperationOutcome outcome) {
                                    told.add(id);
                                    done.countDown();
                                }
                            };
                    switch (random.nextInt(4)) {
                        case 0 -> pipeline.submitAndLead(counted.apply(OperationUrgency.NOW));
                        case 1 -> pipeline.submit(counted.apply(OperationUrgency.NOW));
                        case 2 -> pipeline.submit(counted.apply(OperationUrgency.LAZY));
                        default -> {
                            yielding.add(id);
                            pipeline.submit(counted.apply(OperationUrgency.YIELDING));
                        }
                    }
                }
            }));
        }
        for (Future<?> result : results) {
            result.get();
        }
        assertThat(done.await(20, TimeUnit.SECONDS))
                .as("all operations have completed")
                .isTrue();
        workers.shutdown();
        List<Long> written = writer.batches.stream().flatMap(List::stream).toList();
        assertThat(written).hasSize(threads * each).doesNotHaveDuplicates();
        assertThat(List.copyOf(told)).isEqualTo(written);
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            List<Long> ofThread =
                    written.stream().filter(id -> id / 1_000_000 == number).toList();
            assertThat(ofThread.stream().filter(yielding::contains)).isSorted();
            assertThat(ofThread.stream().filter(id -> !yielding.contains(id))).isSorted();
        }
        assertThat(writer.numbers).isSorted();
        assertThat(writer.overlapped).isFalse();
    }
}
