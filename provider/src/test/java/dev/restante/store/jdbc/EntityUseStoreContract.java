package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.HistoryResolution;
import dev.restante.store.Change;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.HistoryRepository;
import dev.restante.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Contract tests of entity uses, settings and the history, which every database must pass. */
abstract class EntityUseStoreContract {

    private Store store;
    private StoreFixture fixture;
    private EntityUseRepository uses;

    abstract Store open();

    @BeforeEach
    void openFixture() {
        store = open();
        fixture = new StoreFixture(store);
        uses = store.entityUses();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    private Entity queue() {
        return fixture.queue;
    }

    @Test
    @DisplayName("IDLE-06 a recorded use never moves back in time, and the use of a deleted entity is rejected")
    void shouldRecordTheLatestUse() {
        assertThat(uses.recordUse(queue().id(), NOW)).isTrue();
        assertThat(uses.recordUse(queue().id(), NOW - 1)).isTrue();
        assertThat(uses.lastUses()).containsEntry(queue().id(), NOW);
        assertThat(uses.recordUse(queue().id(), NOW + 1)).isTrue();
        assertThat(uses.lastUses()).containsEntry(queue().id(), NOW + 1);
        assertThat(uses.recordUse(987_654, NOW)).isFalse();
        store.entities().delete(queue().id());
        assertThat(uses.recordUse(queue().id(), NOW + 2)).isFalse();
        assertThat(uses.lastUses()).isEmpty();
    }

    @Test
    @DisplayName(
            "IDLE-01 the deletion of an idle entity reads its last use again, and a use meanwhile keeps the entity")
    void shouldKeepWhatIsUsedMeanwhile() {
        assertThat(uses.removeIfIdle(queue(), NOW, NOW + 10)).isEmpty();
        uses.recordUse(queue().id(), NOW);
        assertThat(uses.removeIfIdle(queue(), NOW - 1, NOW + 10)).isEmpty();
        assertThat(store.entities().find(queue().id())).isPresent();
        assertThat(uses.removeIfIdle(queue(), NOW, NOW + 10))
                .extracting(Entity::id)
                .containsExactly(queue().id());
        assertThat(store.entities().find(EntityKind.QUEUE, queue().name())).isEmpty();
        assertThat(uses.removeIfIdle(queue(), NOW, NOW + 10)).isEmpty();
        assertThat(store.subscriptions().removeUnusedTemporary())
                .as("a later node finds the entity that was not purged")
                .extracting(Entity::id)
                .contains(queue().id());
    }

    @Test
    @DisplayName("IDLE-02 a scheduled message keeps its queue and counts as a use at the time of the check")
    void shouldKeepWhatHasScheduledMessages() {
        uses.recordUse(queue().id(), NOW);
        Delivery delivery = fixture.sendAndAcquire();
        fixture.applied(new Change.Release(delivery.ref(), 1, NOW + 1_000, null));
        assertThat(uses.removeIfIdle(queue(), NOW, NOW + 10)).isEmpty();
        assertThat(uses.lastUses()).containsEntry(queue().id(), NOW + 10);
    }

    @RepeatedTest(10)
    @DisplayName("IDLE-06 either a use or a simultaneous deletion succeeds, and both callers learn the result")
    void shouldDecideBetweenUseAndDeletion() {
        Entity contested = store.entities().findOrCreateQueue("contested", EntityOptions.DEFAULT);
        uses.recordUse(contested.id(), NOW);
        List<CompletableFuture<Boolean>> uses = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            long until = NOW + i;
            uses.add(CompletableFuture.supplyAsync(() -> store.entityUses().recordUse(contested.id(), until)));
        }
        boolean deleted =
                !store.entityUses().removeIfIdle(contested, NOW, NOW + 10).isEmpty();
        List<Boolean> used = uses.stream().map(CompletableFuture::join).toList();
        assertThat(used).containsOnly(!deleted);
        assertThat(store.entities().find(contested.id()).isPresent()).isEqualTo(!deleted);
    }

    @Test
    @DisplayName("FWD-01 a move without annotations keeps the annotations of the delivery")
    void shouldMoveWithoutANote() {
        Delivery plain = fixture.sendAndAcquire();
        fixture.applied(move(plain));
        Delivery noted = fixture.sendAndAcquire();
        DeliveryAnnotations annotations = StoreFixture.annotations("changed");
        fixture.applied(new Change.Release(noted.ref(), 1, 0, annotations));
        Delivery again = fixture.acquire(1).get(0);
        fixture.applied(move(again));

        assertThat(store.deliveries().browse(queue().deadLetterQueueId(), null, 10))
                .extracting(Delivery::annotations)
                .containsExactly(null, annotations);
    }

    private Change.Move move(Delivery delivery) {
        return new Change.Move(delivery.ref(), queue().deadLetterQueueId(), fixture.newId(), NOW, Delivery.NEVER, null);
    }

    @Test
    @DisplayName("TTL-12 the store keeps a setting until it is removed")
    void shouldKeepSettings() {
        assertThat(store.settings().find("a")).isEmpty();
        store.settings().put("a", "1");
        store.settings().put("b", "2");
        store.settings().put("a", "3");
        assertThat(store.settings().find("a")).contains("3");
        assertThat(store.settings().find("b")).contains("2");
        store.settings().put("a", null);
        store.settings().put("a", null);
        assertThat(store.settings().find("a")).isEmpty();
    }

    @Test
    @DisplayName("VIS-10 the history has one row for each interval, resolution and node, and old rows can be deleted")
    void shouldKeepHistory() {
        HistoryRepository history = store.history();
        history.write(HistoryResolution.HOUR, new HistoryRepository.HistoryRow(NOW, 1, new byte[] {1}));
        history.write(HistoryResolution.HOUR, new HistoryRepository.HistoryRow(NOW, 2, new byte[] {2}));
        history.write(HistoryResolution.HOUR, new HistoryRepository.HistoryRow(NOW + 1, 1, new byte[] {3}));
        history.write(HistoryResolution.DAY, new HistoryRepository.HistoryRow(NOW, 1, new byte[] {4}));
        history.write(HistoryResolution.HOUR, new HistoryRepository.HistoryRow(NOW, 2, new byte[16 * 1024]));
        assertThat(history.since(HistoryResolution.HOUR, NOW))
                .extracting(
                        HistoryRepository.HistoryRow::fromMillis,
                        HistoryRepository.HistoryRow::incarnation,
                        row -> row.figures().length)
                .containsExactly(tuple(NOW, 1L, 1), tuple(NOW, 2L, 16 * 1024), tuple(NOW + 1, 1L, 1));
        assertThat(history.since(HistoryResolution.HOUR, NOW + 1)).hasSize(1);
        history.deleteBefore(HistoryResolution.HOUR, NOW + 1);
        assertThat(history.since(HistoryResolution.HOUR, 0)).hasSize(1);
        assertThat(history.since(HistoryResolution.DAY, 0)).hasSize(1);
        assertThat(history.recordingRequestedUntil()).isZero();
        history.requestRecording(1, NOW + 5);
        history.requestRecording(2, NOW + 3);
        assertThat(history.recordingRequestedUntil()).isEqualTo(NOW + 5);
        history.removeExpiredRequests(NOW + 5);
        assertThat(history.recordingRequestedUntil()).isEqualTo(NOW + 5);
        history.removeExpiredRequests(NOW + 6);
        assertThat(history.recordingRequestedUntil()).isZero();
        assertThat(history.since(HistoryResolution.DAY, 0)).hasSize(1);
    }

    @RepeatedTest(10)
    @DisplayName("VIS-10 calls that request the history at the same time all succeed")
    void shouldRequestHistoryAtTheSameTime() throws Exception {
        int callers = 8;
        CyclicBarrier barrier = new CyclicBarrier(callers);
        List<CompletableFuture<Void>> requests = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            requests.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            barrier.await();
                        } catch (InterruptedException | BrokenBarrierException e) {
                            throw new AssertionError(e);
                        }
                        store.history().requestRecording(1, NOW);
                    },
                    task -> new Thread(task).start()));
        }
        for (CompletableFuture<Void> request : requests) {
            request.get(1, TimeUnit.MINUTES);
        }
        assertThat(store.history().recordingRequestedUntil()).isEqualTo(NOW);
    }

    @Test
    @DisplayName("VIS-10 exactly one live node is the oldest")
    void shouldTellTheOldest() {
        long first = fixture.node.incarnation();
        assertThat(store.history().isOldest(first)).isTrue();
        assertThat(store.history().isOldest(first + 1)).isFalse();
    }
}
