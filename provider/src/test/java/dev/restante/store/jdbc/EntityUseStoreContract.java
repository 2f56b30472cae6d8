package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.HistoryScale;
import dev.restante.store.Change;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.HistoryRepository;
import dev.restante.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every database has to do so that nothing is deleted that is used, and what it keeps for the whole store. */
abstract class EntityUseStoreContract {

    private Store store;
    private StoreFixture fixture;
    private EntityUseRepository uses;

    /** A store on the database of this test, which is empty at first. */
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
    @DisplayName("IDLE-06 a use is never taken back, and what is gone can't be used")
    void shouldRecordTheLatestUse() {
        assertThat(uses.use(queue().id(), NOW)).isTrue();
        assertThat(uses.use(queue().id(), NOW - 1)).isTrue();
        assertThat(uses.usedUntil()).containsEntry(queue().id(), NOW);
        assertThat(uses.use(queue().id(), NOW + 1)).isTrue();
        assertThat(uses.usedUntil()).containsEntry(queue().id(), NOW + 1);
        assertThat(uses.use(987_654, NOW)).isFalse();
        store.entities().delete(queue().id());
        assertThat(uses.use(queue().id(), NOW + 2)).isFalse();
        assertThat(uses.usedUntil()).isEmpty();
    }

    @Test
    @DisplayName("IDLE-01 who deletes reads the last use again: one that came meanwhile keeps the entity")
    void shouldKeepWhatIsUsedMeanwhile() {
        assertThat(uses.removeIdle(queue(), NOW, NOW + 10)).isEmpty();
        uses.use(queue().id(), NOW);
        assertThat(uses.removeIdle(queue(), NOW - 1, NOW + 10)).isEmpty();
        assertThat(store.entities().find(queue().id())).isPresent();
        assertThat(uses.removeIdle(queue(), NOW, NOW + 10))
                .extracting(Entity::id)
                .containsExactly(queue().id());
        assertThat(store.entities().find(EntityKind.QUEUE, queue().name())).isEmpty();
        assertThat(uses.removeIdle(queue(), NOW, NOW + 10)).isEmpty();
        assertThat(store.subscriptions().abandoned())
                .as("a node that comes later finds what was not purged")
                .extracting(Entity::id)
                .contains(queue().id());
    }

    @Test
    @DisplayName("IDLE-02 a scheduled message keeps its queue, and counts as use now")
    void shouldKeepWhatHasScheduledMessages() {
        uses.use(queue().id(), NOW);
        Delivery delivery = fixture.sendAndAcquire();
        fixture.applied(new Change.Release(delivery.ref(), 1, NOW + 1_000, null));
        assertThat(uses.removeIdle(queue(), NOW, NOW + 10)).isEmpty();
        assertThat(uses.usedUntil()).containsEntry(queue().id(), NOW + 10);
    }

    @RepeatedTest(10)
    @DisplayName("IDLE-06 of a use and a deletion at the same instant one wins, and both know which")
    void shouldDecideBetweenUseAndDeletion() {
        Entity contested = store.entities().createQueue("contested", EntityOptions.DEFAULT);
        uses.use(contested.id(), NOW);
        List<CompletableFuture<Boolean>> uses = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            long until = NOW + i;
            uses.add(CompletableFuture.supplyAsync(() -> store.entityUses().use(contested.id(), until)));
        }
        boolean deleted =
                !store.entityUses().removeIdle(contested, NOW, NOW + 10).isEmpty();
        List<Boolean> used = uses.stream().map(CompletableFuture::join).toList();
        assertThat(used).containsOnly(!deleted);
        assertThat(store.entities().find(contested.id()).isPresent()).isEqualTo(!deleted);
    }

    @Test
    @DisplayName("FWD-01 a move without a note leaves the delivery without one, or with the one that it has")
    void shouldMoveWithoutANote() {
        Delivery plain = fixture.sendAndAcquire();
        fixture.applied(move(plain));
        Delivery noted = fixture.sendAndAcquire();
        DeliveryNote note = StoreFixture.note("changed");
        fixture.applied(new Change.Release(noted.ref(), 1, 0, note));
        Delivery again = fixture.acquire(1).get(0);
        fixture.applied(move(again));

        assertThat(store.deliveries().browse(queue().deadLetterQueueId(), null, 10))
                .extracting(Delivery::note)
                .containsExactly(null, note);
    }

    private Change.Move move(Delivery delivery) {
        return new Change.Move(delivery.ref(), queue().deadLetterQueueId(), fixture.newId(), NOW, Delivery.NEVER, null);
    }

    @Test
    @DisplayName("TTL-12 a setting is kept until it is taken away")
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
    @DisplayName(
            "VIS-10 the history has a row for each interval, scale and node; what is old is removed, and wishes apart")
    void shouldKeepHistory() {
        HistoryRepository history = store.history();
        history.write(HistoryScale.HOUR, new HistoryRepository.Row(NOW, 1, new byte[] {1}));
        history.write(HistoryScale.HOUR, new HistoryRepository.Row(NOW, 2, new byte[] {2}));
        history.write(HistoryScale.HOUR, new HistoryRepository.Row(NOW + 1, 1, new byte[] {3}));
        history.write(HistoryScale.DAY, new HistoryRepository.Row(NOW, 1, new byte[] {4}));
        history.write(HistoryScale.HOUR, new HistoryRepository.Row(NOW, 2, new byte[16 * 1024]));
        assertThat(history.since(HistoryScale.HOUR, NOW))
                .extracting(HistoryRepository.Row::fromMillis, HistoryRepository.Row::incarnation, row -> row.figures()
                        .length)
                .containsExactly(tuple(NOW, 1L, 1), tuple(NOW, 2L, 16 * 1024), tuple(NOW + 1, 1L, 1));
        assertThat(history.since(HistoryScale.HOUR, NOW + 1)).hasSize(1);
        history.forget(HistoryScale.HOUR, NOW + 1);
        assertThat(history.since(HistoryScale.HOUR, 0)).hasSize(1);
        assertThat(history.since(HistoryScale.DAY, 0)).hasSize(1);
        assertThat(history.wantedUntil()).isZero();
        history.want(1, NOW + 5);
        history.want(2, NOW + 3);
        assertThat(history.wantedUntil()).isEqualTo(NOW + 5);
        history.forgetWishes(NOW + 5);
        assertThat(history.wantedUntil()).isEqualTo(NOW + 5);
        history.forgetWishes(NOW + 6);
        assertThat(history.wantedUntil()).isZero();
        assertThat(history.since(HistoryScale.DAY, 0)).hasSize(1);
    }

    @Test
    @DisplayName("VIS-10 one of the nodes that live is the oldest")
    void shouldTellTheOldest() {
        long first = fixture.node.incarnation();
        assertThat(store.history().isOldest(first)).isTrue();
        assertThat(store.history().isOldest(first + 1)).isFalse();
    }
}
