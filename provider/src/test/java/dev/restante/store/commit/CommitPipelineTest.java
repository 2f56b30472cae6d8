package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Urgency;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which operations share a batch, in which order, and who writes it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("the commit pipeline")
final class CommitPipelineTest extends CommitPipelineFixture {

    @Test
    @DisplayName("a caller leads where the pipeline is idle: it has its outcome when the call returns")
    void shouldLetTheCallerLead() {
        assertThat(lead(1)).isCompletedWithValue(Outcome.Applied.WHOLE);
        Thread.currentThread().interrupt();
        assertThat(lead(2)).isCompletedWithValue(Outcome.Applied.WHOLE);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(writer.numbers).containsExactly(1L, 2L);
    }

    @Test
    @DisplayName("what gathers while a batch is written shares the next one, in order, up to the limit")
    void shouldGather() throws Exception {
        writer.gated = true;
        CompletableFuture<Outcome> first = submit(0, Urgency.NOW);
        writer.entered.await();
        List<CompletableFuture<Outcome>> others = new ArrayList<>();
        for (int i = 1; i <= 150; i++) {
            others.add(submit(i, Urgency.NOW));
        }
        writer.gate.release(3);
        get(first);
        for (CompletableFuture<Outcome> other : others) {
            get(other);
        }
        assertThat(writer.batches).hasSize(3);
        assertThat(writer.batches.get(1)).hasSize(100).startsWith(1L).isSorted();
        assertThat(writer.batches.get(2)).hasSize(50).startsWith(101L).isSorted();
    }

    @Test
    @DisplayName("an acquire is executed after everything that was handed over before it")
    void shouldAcquireAfterWhatCameBefore() throws Exception {
        writer.gated = true;
        CompletableFuture<Outcome> first = submit(0, Urgency.NOW);
        writer.entered.await();
        CompletableFuture<Outcome> last = first;
        for (int i = 1; i <= 150; i++) {
            last = submit(i, Urgency.NOW);
        }
        CompletableFuture<Integer> executedBefore = new CompletableFuture<>();
        pipeline.submit(new AcquireRequest(
                5,
                1,
                1,
                Long.MAX_VALUE,
                Set.of(),
                (acquired, failure) -> executedBefore.complete(
                        writer.batches.stream().mapToInt(List::size).sum())));
        writer.gate.release(3);
        assertThat(executedBefore.get(20, TimeUnit.SECONDS)).isEqualTo(151);
        get(last);
    }

    @Test
    @DisplayName("lazy operations wait for the limit, for their linger, or for company, unless they let others pass")
    void shouldLinger() throws Exception {
        CompletableFuture<Outcome> alone = submit(0, Urgency.LAZY);
        List<CompletableFuture<Outcome>> lazy = new ArrayList<>();
        lazy.add(submit(1, Urgency.YIELDING));
        CompletableFuture<Outcome> company = lead(2);
        assertThat(get(alone)).isEqualTo(get(company));
        assertThat(writer.batches).containsExactly(List.of(0L, 2L));
        for (int i = 0; i < 6; i++) {
            lazy.add(submit(10 + i, Urgency.LAZY));
        }
        assertThat(lazy).noneMatch(CompletableFuture::isDone);
        lazy.add(submit(17, Urgency.LAZY));
        for (CompletableFuture<Outcome> each : lazy) {
            get(each);
        }
        assertThat(writer.batches).hasSize(2);

        settings(new PipelineSettings(100, 1_000_000, 8, TimeUnit.MILLISECONDS.toNanos(5), HOUR_NANOS));
        get(submit(20, Urgency.LAZY));
        get(submit(21, Urgency.LAZY));
    }

    @Test
    @DisplayName("close executes what was handed over, refuses what comes later, and closes the writer last")
    void shouldClose() throws Exception {
        writer.gated = true;
        CompletableFuture<Outcome> first = submit(1, Urgency.NOW);
        writer.entered.await();
        CompletableFuture<Outcome> lazy = submit(2, Urgency.LAZY);
        CompletableFuture<Outcome> second = submit(3, Urgency.NOW);
        Thread closing = new Thread(pipeline::close);
        closing.start();
        writer.gate.release(10);
        closing.join();

        assertThat(get(first)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(get(lazy)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(get(second)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(failedWith(get(submit(4, Urgency.NOW)))).isEqualTo(Kind.CLOSED);
        assertThat(failedWith(get(submit(5, Urgency.LAZY)))).isEqualTo(Kind.CLOSED);
        assertThat(failedWith(get(lead(6)))).isEqualTo(Kind.CLOSED);
        CompletableFuture<StoreException> acquire = new CompletableFuture<>();
        pipeline.submit(new AcquireRequest(
                1, 1, 1, Long.MAX_VALUE, Set.of(), (acquired, failure) -> acquire.complete(failure)));
        assertThat(acquire.join().kind()).isEqualTo(Kind.CLOSED);
        assertThat(writer.closed).isTrue();
        assertThat(writer.overlapped).isFalse();
    }

    @Test
    @DisplayName("RCV-14 once fenced, the pipeline fails everything without asking the store, and tells once")
    void shouldStayFenced() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        writer.failure = batch -> {
            writes.incrementAndGet();
            return new StoreException(Kind.FENCED, "dead", null);
        };
        for (int i = 0; i < 3; i++) {
            assertThat(failedWith(get(lead(i)))).isEqualTo(Kind.FENCED);
            assertThat(failedWith(get(submit(i, Urgency.NOW)))).isEqualTo(Kind.FENCED);
        }
        assertThat(writes).hasValue(1);
        assertThat(owner.fencings).hasValue(1);
    }

    @Test
    @DisplayName(
            "with many leaders and followers each operation is executed once, in its thread's order but for those that let others pass, and told of")
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
                    Operation.Completion completion = (operation, outcome) -> {
                        told.add(id);
                        done.countDown();
                    };
                    switch (random.nextInt(4)) {
                        case 0 -> pipeline.submitAndLead(operation(id, Urgency.NOW, completion));
                        case 1 -> pipeline.submit(operation(id, Urgency.NOW, completion));
                        case 2 -> pipeline.submit(operation(id, Urgency.LAZY, completion));
                        default -> {
                            yielding.add(id);
                            pipeline.submit(operation(id, Urgency.YIELDING, completion));
                        }
                    }
                }
            }));
        }
        for (Future<?> result : results) {
            result.get();
        }
        assertThat(done.await(20, TimeUnit.SECONDS))
                .as("nothing is left waiting")
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
