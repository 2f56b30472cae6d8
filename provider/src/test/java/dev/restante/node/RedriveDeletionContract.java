package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageAdministration.Edit;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.MessageAdministration.Redriven;
import dev.restante.broker.MessageAdministration.Resubmission;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages that are moved to a queue while somebody deletes it. */
abstract class RedriveDeletionContract extends BrokerContract {

    private static final int ROUNDS = 60;
    private static final int MESSAGES = 3;
    private static final MessageQuery ALL = new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false);

    /** What moves messages. */
    @FunctionalInterface
    private interface Move {
        void move(Entity from, Entity to);
    }

    @Test
    @DisplayName("BEY-03 what is redriven to a queue that is deleted at that moment stays, or keeps the queue from it")
    void shouldLoseNothingInRedrives() throws Exception {
        race((from, to) -> {
            Redrive redrive = new Redrive(ALL, to, Long.MAX_VALUE, 0);
            assertThat(broker.node
                            .messageAdministration()
                            .redrive(from, redrive, moved -> true)
                            .moved())
                    .isEqualTo(MESSAGES);
        });
    }

    @Test
    @DisplayName(
            "BEY-08 what is resubmitted to a queue that is deleted at that moment stays, or keeps the queue from it")
    void shouldLoseNothingInResubmissions() throws Exception {
        race((from, to) -> {
            Edit edit = new Edit(null, null, null, 5, Map.of());
            assertThat(broker.node
                            .messageAdministration()
                            .resubmit(from, new Resubmission(ALL, to, edit), moved -> true)
                            .moved())
                    .isEqualTo(MESSAGES);
        });
    }

    @Test
    @DisplayName("BEY-03 what came from a queue that is deleted at that moment stays, the others go back")
    void shouldLeaveWhatLosesItsSource() throws Exception {
        Entity common = broker.queue("common");
        EntityOptions toCommon = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, common.name());
        for (String name : List.of("doomed", "other")) {
            Entity queue = broker.queue(name, toCommon);
            broker.send(queue, "of " + name);
            try (BrokerFixture.Consumer consumer = broker.consumer(queue)) {
                broker.node.settlement().deadLetter(consumer.next(), "Because", null, Map.of());
            }
        }
        broker.time.advance(Duration.ofSeconds(10));
        CompletableFuture<Redriven> redriven;
        try (SharedStore.Hold unused = broker.store.holdWrites()) {
            redriven = CompletableFuture.supplyAsync(() -> broker.node
                    .messageAdministration()
                    .redrive(common, new Redrive(ALL, null, Long.MAX_VALUE, 0), moved -> true));
            eventually("it is about to move them", broker.store::writeHeld);
            assertThat(broker.node.queueAdministration().delete("doomed", true)).isTrue();
        }
        assertThat(redriven.get(30, TimeUnit.SECONDS)).isEqualTo(new Redriven(1, 1, false));
        assertThat(broker.browse(common)).containsExactly("of doomed");
    }

    /** Work of an administrator on the messages of a queue. */
    @FunctionalInterface
    private interface Bulk {
        Object on(Entity from);
    }

    private Map<String, Bulk> bulks(Entity target) {
        MessageAdministration messages = broker.node.messageAdministration();
        Edit edit = new Edit(null, null, null, 5, Map.of());
        return Map.of(
                "purge", from -> messages.purge(from, ALL, done -> true),
                "redrive", from -> messages.redrive(from, new Redrive(ALL, target, Long.MAX_VALUE, 0), done -> true),
                "resubmit", from -> messages.resubmit(from, new Resubmission(ALL, target, edit), done -> true),
                "undefer", from -> messages.undefer(from, deferred(from)));
    }

    private List<Long> deferred(Entity from) {
        return broker.store.deliveries().listDeferred(from.id(), 0, 10).stream()
                .map(Delivery::id)
                .toList();
    }

    @Test
    @DisplayName("BEY-03 BEY-04 BEY-08 DEF-04 bulk work on a queue that is deleted meanwhile fails and says so")
    void shouldFailWhenTheQueueIsDeleted() throws Exception {
        Entity target = broker.queue("target");
        for (String name : List.of("purge", "redrive", "resubmit", "undefer")) {
            Entity from = broker.queue(name);
            broker.send(from, "deferred", "a", "b");
            try (BrokerFixture.Consumer consumer = broker.consumer(from)) {
                broker.node.settlement().defer(consumer.next(), Map.of());
            }
            CompletableFuture<Object> done;
            try (SharedStore.Hold unused = broker.store.holdWrites()) {
                done = CompletableFuture.supplyAsync(
                        () -> bulks(target).get(name).on(from));
                eventually("it is about to write", broker.store::writeHeld);
                assertThat(broker.store.entities().delete(from.id())).isTrue();
            }
            assertThat(done.handle((result, failure) -> failure == null ? result : failure.getCause())
                            .get(30, TimeUnit.SECONDS))
                    .as(name)
                    .isInstanceOfSatisfying(BrokerException.class, refused -> assertThat(refused.reason())
                            .isEqualTo(Reason.ENTITY_NOT_FOUND));
        }
        assertThat(broker.browse(target)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 a page of a queue that is deleted is no empty page, and so an export does not end early")
    void shouldNotShowADeletedQueueAsEmpty() {
        Entity from = broker.queue("from");
        broker.send(from, "a", "b");
        MessageAdministration.Page first = broker.node.messageAdministration().page(from, ALL, null, 1, true);
        assertThat(first.messages()).hasSize(1);
        assertThat(broker.store.entities().delete(from.id())).isTrue();
        assertRefused(
                Reason.ENTITY_NOT_FOUND,
                () -> broker.node.messageAdministration().page(from, ALL, first.next(), 1, true));
    }

    private void race(Move move) throws Exception {
        int deletions = 0;
        int moves = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Entity from = broker.queue("from" + round);
            Entity to = broker.queue("to" + round);
            for (int i = 0; i < MESSAGES; i++) {
                broker.send(from, "m" + i);
            }
            CyclicBarrier start = new CyclicBarrier(2);
            CompletableFuture<Boolean> moved = atOnce(start, 0, () -> {
                try {
                    move.move(from, to);
                    return true;
                } catch (BrokerException e) {
                    assertThat(e.reason()).isEqualTo(Reason.ENTITY_NOT_FOUND);
                    return false;
                }
            });
            // Sooner or later within the time that a move takes.
            CompletableFuture<Boolean> deleted = atOnce(start, (round % 20) * 200_000L, () -> {
                try {
                    return broker.node.queueAdministration().delete(to.name(), false);
                } catch (BrokerException e) {
                    assertThat(e.reason()).isEqualTo(Reason.ENTITY_IN_USE);
                    return false;
                }
            });
            boolean gone = deleted.get(30, TimeUnit.SECONDS);
            boolean arrived = moved.get(30, TimeUnit.SECONDS);
            int left = broker.browse(from).size();
            int there = gone ? 0 : broker.browse(to).size();
            assertThat(left + there)
                    .as("in round " + round + ", the queue deleted: " + gone + ", all moved: " + arrived)
                    .isEqualTo(MESSAGES);
            deletions += gone ? 1 : 0;
            moves += arrived ? 1 : 0;
        }
        assertThat(deletions + moves).isPositive();
    }

    private static CompletableFuture<Boolean> atOnce(CyclicBarrier start, long afterNanos, BooleanSupplier action) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                start.await();
                LockSupport.parkNanos(afterNanos);
                result.complete(action.getAsBoolean());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
        return result;
    }
}
