package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.MessageAdministration.EditRequest;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.MessageAdministration.RedriveResult;
import dev.restante.broker.MessageAdministration.ResubmitRequest;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
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

/** Messages that are moved to a queue while an administrator deletes it. */
abstract class RedriveDeletionContract extends BrokerContract {

    private static final int ROUNDS = 60;
    private static final int MESSAGES = 3;
    private static final MessageQuery ALL = new MessageQuery(Set.of(DeliveryStatus.AVAILABLE), null, Set.of(), false);

    /** Operation that moves messages. */
    @FunctionalInterface
    private interface Move {
        void move(Entity from, Entity to);
    }

    @Test
    @DisplayName("BEY-03 a redrive to a queue that is deleted meanwhile loses no message")
    void shouldLoseNothingInRedrives() throws Exception {
        race((from, to) -> {
            RedriveRequest redrive = new RedriveRequest(ALL, to, Long.MAX_VALUE, 0);
            assertThat(broker.node
                            .messageAdministration()
                            .redrive(from, redrive, moved -> true)
                            .moved())
                    .isEqualTo(MESSAGES);
        });
    }

    @Test
    @DisplayName("BEY-08 a resubmission to a queue that is deleted meanwhile loses no message")
    void shouldLoseNothingInResubmissions() throws Exception {
        race((from, to) -> {
            EditRequest edit = new EditRequest(null, null, null, 5, Map.of());
            assertThat(broker.node
                            .messageAdministration()
                            .resubmit(from, new ResubmitRequest(ALL, to, edit), moved -> true)
                            .moved())
                    .isEqualTo(MESSAGES);
        });
    }

    @Test
    @DisplayName("BEY-03 a redrive leaves messages whose source is deleted meanwhile, and moves other messages")
    void shouldLeaveWhatLosesItsSource() throws Exception {
        Entity common = broker.queue("common");
        EntityOptions toCommon = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, common.name());
        for (String name : List.of("doomed", "other")) {
            Entity queue = broker.queue(name, toCommon);
            broker.send(queue, "of " + name);
            try (BrokerFixture.Consumer consumer = broker.consumer(queue)) {
                broker.node.settler().deadLetter(consumer.next(), "Because", null, Map.of());
            }
        }
        broker.time.advance(Duration.ofSeconds(10));
        CompletableFuture<RedriveResult> redriveResult;
        try (SharedStore.Hold unused = broker.store.holdWrites()) {
            redriveResult = CompletableFuture.supplyAsync(() -> broker.node
                    .messageAdministration()
                    .redrive(common, new RedriveRequest(ALL, null, Long.MAX_VALUE, 0), moved -> true));
            eventually("the redrive is about to write", broker.store::writeHeld);
            assertThat(broker.node.queueAdministration().delete("doomed", true)).isTrue();
        }
        assertThat(redriveResult.get(30, TimeUnit.SECONDS)).isEqualTo(new RedriveResult(1, 1, false));
        assertThat(broker.browse(common)).containsExactly("of doomed");
    }

    /** Bulk operation of an administrator on the messages of a queue. */
    @FunctionalInterface
    private interface Bulk {
        Object on(Entity from);
    }

    private Map<String, Bulk> bulks(Entity target) {
        MessageAdministration messages = broker.node.messageAdministration();
        EditRequest edit = new EditRequest(null, null, null, 5, Map.of());
        return Map.of(
                "purge", from -> messages.purge(from, ALL, done -> true),
                "redrive",
                        from -> messages.redrive(
                                from, new RedriveRequest(ALL, target, Long.MAX_VALUE, 0), done -> true),
                "resubmit", from -> messages.resubmit(from, new ResubmitRequest(ALL, target, edit), done -> true),
                "undefer", from -> messages.undefer(from, deferred(from)));
    }

    private List<Long> deferred(Entity from) {
        return broker.store.deliveries().deferredAfter(from.id(), 0, 10).stream()
                .map(Delivery::id)
                .toList();
    }

    @Test
    @DisplayName("BEY-03 BEY-04 BEY-08 DEF-04 a bulk operation fails if its queue is deleted meanwhile")
    void shouldFailWhenTheQueueIsDeleted() throws Exception {
        Entity target = broker.queue("target");
        for (String name : List.of("purge", "redrive", "resubmit", "undefer")) {
            Entity from = broker.queue(name);
            broker.send(from, "deferred", "a", "b");
            try (BrokerFixture.Consumer consumer = broker.consumer(from)) {
                broker.node.settler().defer(consumer.next(), Map.of());
            }
            CompletableFuture<Object> done;
            try (SharedStore.Hold unused = broker.store.holdWrites()) {
                done = CompletableFuture.supplyAsync(
                        () -> bulks(target).get(name).on(from));
                eventually("the bulk operation is about to write", broker.store::writeHeld);
                assertThat(broker.store.entities().delete(from.id())).isTrue();
            }
            assertThat(done.handle((result, failure) -> failure == null ? result : failure.getCause())
                            .get(30, TimeUnit.SECONDS))
                    .as(name)
                    .isInstanceOfSatisfying(BrokerException.class, refused -> assertThat(refused.reason())
                            .isEqualTo(BrokerErrorReason.ENTITY_NOT_FOUND));
        }
        assertThat(broker.browse(target)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 a page of a deleted queue fails instead of being empty, so that an export does not end early")
    void shouldNotShowADeletedQueueAsEmpty() {
        Entity from = broker.queue("from");
        broker.send(from, "a", "b");
        MessageAdministration.InspectedMessagePage first =
                broker.node.messageAdministration().messages(from, ALL, null, 1, true);
        assertThat(first.messages()).hasSize(1);
        assertThat(broker.store.entities().delete(from.id())).isTrue();
        assertRefused(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                () -> broker.node.messageAdministration().messages(from, ALL, first.next(), 1, true));
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
                    assertThat(e.reason()).isEqualTo(BrokerErrorReason.ENTITY_NOT_FOUND);
                    return false;
                }
            });
            // The delay varies within the duration of a move.
            CompletableFuture<Boolean> deleted = atOnce(start, (round % 20) * 200_000L, () -> {
                try {
                    return broker.node.queueAdministration().delete(to.name(), false);
                } catch (BrokerException e) {
                    assertThat(e.reason()).isEqualTo(BrokerErrorReason.ENTITY_IN_USE);
                    return false;
                }
            });
            boolean gone = deleted.get(30, TimeUnit.SECONDS);
            boolean arrived = moved.get(30, TimeUnit.SECONDS);
            int left = broker.browse(from).size();
            int there = gone ? 0 : broker.browse(to).size();
            assertThat(left + there)
                    .as("messages in round " + round + "; queue deleted: " + gone + "; all moved: " + arrived)
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
