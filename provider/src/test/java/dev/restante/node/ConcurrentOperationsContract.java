package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.MessageAdministration.EditRequest;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.MessageAdministration.ResubmitRequest;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.InspectedMessage;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedriveJob;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.core.ChangeSet;
import dev.restante.option.GroupExpiry;
import dev.restante.option.QueueOption;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Pairs of operations that take messages out of one queue at the same time, on two nodes or on two threads. In the end
 * each message is in one place, and the reported counts add up.
 */
@Timeout(300)
abstract class ConcurrentOperationsContract extends BrokerContract {

    /**
     * Rounds of each pair. In the first round, the second operation reads the queue before the first one writes.
     * Further rounds let both operations run freely, and swap them, in turn.
     */
    private static final int ROUNDS = Integer.getInteger("restante.sidebyside.rounds", 1);

    private static final int OF_EACH_KIND = 5;

    private static final Set<DeliveryStatus> UNLOCKED = EnumSet.of(
            DeliveryStatus.AVAILABLE, DeliveryStatus.SCHEDULED, DeliveryStatus.DEFERRED, DeliveryStatus.EXPIRED);

    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * Operation that takes messages out of a queue, or changes their state. Operations that move come before operations
     * that remove, because a removal after a move can lose messages.
     */
    private enum Operation {
        FORWARDING,
        REDRIVE,
        REDRIVE_JOB,
        UNDEFER,
        EXPIRY,
        GROUP_EXPIRY,
        REPETITION,
        RESUBMIT,
        CANCEL,
        PURGE;

        /** Returns whether the reported count is the number of messages that left every queue. */
        boolean removes() {
            return this == PURGE || this == CANCEL;
        }

        /** Returns whether the reported count is the number of messages that arrived in the target. */
        boolean moves() {
            return this == REDRIVE || this == REDRIVE_JOB || this == RESUBMIT;
        }
    }

    /** Queue with its messages, and a separate target for each of two operations. */
    private final class OperationPair {
        private final String name;
        private final List<Operation> acts;
        private final Entity from;
        private final List<Entity> targets = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();
        private final List<Change> sends = new ArrayList<>();
        private final List<Long> deferred = new ArrayList<>();

        OperationPair(String name, List<Operation> acts) {
            this.name = name;
            this.acts = acts;
            EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true);
            from = broker.queue(
                    name,
                    acts.contains(Operation.GROUP_EXPIRY)
                            ? options.with(QueueOption.GROUP_EXPIRY, GroupExpiry.GROUP)
                            : options);
            // The other node caches the options, too.
            assertThat(there.queueAdministration().queue(name, false)).isEqualTo(from);
            targets.add(broker.queue(name + " to 0", options));
            targets.add(broker.queue(name + " to 1", options));
        }

        /** Stores messages of each kind in one transaction. */
        void fill() {
            Duration timeToLive = acts.contains(Operation.EXPIRY) ? HOUR : Duration.ZERO;
            for (int i = 0; i < OF_EACH_KIND; i++) {
                send(mail("available", i).timeToLive(timeToLive));
                send(mail("scheduled", i).timeToLive(timeToLive).delay(HOUR));
                deferred.add(add(deferred(prepared(mail("deferred", i).timeToLive(timeToLive)))));
                add(RepeatFixture.prepared(broker.node, from, mail("repeated", i), RepeatFixture.every(HOUR, 1))
                        .enqueue());
                Duration ofFirst = acts.contains(Operation.GROUP_EXPIRY) && i == 0 ? HOUR : timeToLive;
                send(mail("grouped", i).timeToLive(ofFirst).properties(Map.of("JMSXGroupID", "g")));
            }
            long dueAtMillis = broker.time.storeMillis() + HOUR.toMillis();
            assertThat(broker.node
                            .components()
                            .node
                            .committer()
                            .commit(ChangeSet.ofSend(from.id(), sends, dueAtMillis)))
                    .isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
            // Both nodes sweep due messages, also messages that the other node has sent.
            there.components().sweeper.scheduleSweep(dueAtMillis);
        }

        private TestMessage mail(String kind, int number) {
            texts.add(kind + number);
            return TestMessage.of(kind + number);
        }

        private Change.Enqueue prepared(TestMessage mail) {
            return BrokerFixture.prepared(broker.node, from, mail).enqueue();
        }

        private void send(TestMessage mail) {
            add(prepared(mail));
        }

        private long add(Change.Enqueue send) {
            sends.add(send);
            return send.message().id();
        }

        private static Change.Enqueue deferred(Change.Enqueue send) {
            Delivery delivery = send.deliveries().get(0);
            Delivery deferred = delivery.withRef(delivery.ref(), DeliveryState.DEFERRED);
            return new Change.Enqueue(send.message(), List.of(deferred));
        }

        /** Runs an operation, and returns its reported count, or 0 if it reports nothing. */
        long run(int place, BrokerNode node) {
            MessageQuery all = new MessageQuery(UNLOCKED, null, Set.of(), false);
            Entity target = targets.get(place);
            return switch (acts.get(place)) {
                case PURGE -> purge(node, all);
                case CANCEL -> purge(node, new MessageQuery(Set.of(DeliveryStatus.SCHEDULED), null, Set.of(), true));
                case REDRIVE ->
                    node.messageAdministration()
                            .redrive(from, new RedriveRequest(all, target, Long.MAX_VALUE, 0), moved -> true)
                            .moved();
                case REDRIVE_JOB -> job(node, new RedriveRequest(all, target, Long.MAX_VALUE, 0));
                case RESUBMIT ->
                    node.messageAdministration()
                            .resubmit(
                                    from,
                                    new ResubmitRequest(all, target, new EditRequest(null, null, null, 5, Map.of())),
                                    sent -> true)
                            .moved();
                case UNDEFER -> node.messageAdministration().undefer(from, deferred);
                case EXPIRY, GROUP_EXPIRY, REPETITION -> {
                    broker.time.advance(HOUR.multipliedBy(3));
                    yield 0;
                }
                case FORWARDING -> {
                    node.queueAdministration()
                            .changeOptions(from, Map.of(QueueOption.FORWARD_TO.name(), target.name()), Set.of());
                    yield 0;
                }
            };
        }

        private long purge(BrokerNode node, MessageQuery query) {
            return node.messageAdministration().purge(from, query, done -> true).removed();
        }

        private long job(BrokerNode node, RedriveRequest redrive) {
            RedriveJob job = node.redriveJobs().start(from, redrive, null);
            eventually("the job has ended", () -> job(node, job).state() != RedriveJob.StoredRedriveJobState.RUNNING);
            assertThat(job(node, job).state()).isEqualTo(RedriveJob.StoredRedriveJobState.DONE);
            return job(node, job).progress().moved();
        }

        private static RedriveJob job(BrokerNode node, RedriveJob job) {
            return node.redriveJobs().find(job.id()).orElseThrow();
        }

        /**
         * Runs both operations at once.
         *
         * @param held true if the second operation begins when the first one is about to write, and reads before that
         *     write
         */
        void runBoth(boolean held) throws Exception {
            List<CompletableFuture<Long>> reports = new ArrayList<>();
            try (SharedStore.Hold unused = held ? broker.store.holdWrites() : () -> {}) {
                for (int place = 0; place < 2; place++) {
                    int act = place;
                    CompletableFuture<Long> report = new CompletableFuture<>();
                    Thread thread = new Thread(
                            () -> report.completeAsync(() -> run(act, act == 0 ? broker.node : there), Runnable::run),
                            "act " + act);
                    reports.add(report);
                    thread.start();
                    if (held) {
                        eventually(
                                "the operation waits for the held write",
                                () -> !works(thread) && broker.store.writeHeld());
                    }
                }
            }
            long removed = 0;
            long undeferred = 0;
            for (int place = 0; place < 2; place++) {
                long reported = reported(reports.get(place));
                removed += acts.get(place).removes() ? reported : 0;
                undeferred += acts.get(place) == Operation.UNDEFER ? reported : 0;
            }
            eventually(name + " has no due work", this::nothingDue);
            List<String> left = new ArrayList<>(arrived(from));
            for (int place = 0; place < 2; place++) {
                List<String> arrived = arrived(targets.get(place));
                left.addAll(arrived);
                if (acts.get(place).moves()) {
                    assertThat(arrived)
                            .as(name)
                            .hasSize(reports.get(place).join().intValue());
                }
            }
            assertThat(left).as(name).doesNotHaveDuplicates();
            assertThat(texts).as(name).containsAll(left);
            assertThat(left.size() + removed).as(name).isEqualTo(texts.size());
            assertThat(undeferred).as(name).isLessThanOrEqualTo(deferred.size());
        }

        /** Waits for the reported count of an operation. Meanwhile both nodes answer requests, as their polls would. */
        private long reported(CompletableFuture<Long> report) {
            assertThat(BrokerFixture.within(TimeUnit.SECONDS.toMillis(60), () -> {
                        broker.node.components().requestHandler.executePending();
                        there.components().requestHandler.executePending();
                        return report.isDone();
                    }))
                    .as("the operation has ended")
                    .isTrue();
            return report.join();
        }

        private static boolean works(Thread thread) {
            return thread.getState() == Thread.State.RUNNABLE || thread.getState() == Thread.State.NEW;
        }

        private List<InspectedMessage> inspected(Entity place) {
            MessageQuery all = new MessageQuery(EnumSet.allOf(DeliveryStatus.class), null, Set.of(), false);
            return broker.node
                    .messageAdministration()
                    .messages(place, all, null, 1_000, true)
                    .messages();
        }

        private List<String> arrived(Entity queue) {
            return Stream.of(queue, broker.deadLetters(queue))
                    .flatMap(place -> inspected(place).stream())
                    .map(message -> BrokerFixture.text(message.message().body()))
                    .toList();
        }

        /** Returns whether no message is due or must be forwarded. If not, lets the nodes try again. */
        private boolean nothingDue() {
            long nowMillis = broker.time.storeMillis();
            boolean forwards = acts.contains(Operation.FORWARDING);
            boolean settled = Stream.of(from, targets.get(0), targets.get(1))
                    .flatMap(queue -> inspected(queue).stream())
                    .map(InspectedMessage::delivery)
                    .noneMatch(delivery -> delivery.expiresAtMillis() <= nowMillis
                            || (delivery.visibleAtMillis() != 0 && delivery.visibleAtMillis() <= nowMillis)
                            || (forwards && delivery.entityId() == from.id() && isForwarded(delivery.state())));
            if (!settled) {
                broker.time.advance(Duration.ofSeconds(1));
                // The next heartbeat would do this, because a forwarder gets no signal of messages from the other node.
                broker.node.components().housekeeper.recheck();
            }
            return settled;
        }
    }

    /** Returns whether a queue that forwards passes on a message in this state, or is just doing so. */
    private static boolean isForwarded(DeliveryState state) {
        return state == DeliveryState.AVAILABLE || state == DeliveryState.ACQUIRED;
    }

    private BrokerNode there;

    @Test
    @DisplayName("BEY-03 BEY-04 BEY-07 BEY-08 two operations at once leave each message in one place, counted once")
    void shouldLeaveEachMessageInOnePlace() throws Exception {
        boolean shared = !broker.store.capabilities().exclusive();
        there = shared ? broker.open() : broker.node;
        try {
            for (Operation first : Operation.values()) {
                for (Operation second : Operation.values()) {
                    for (int i = 0; first.compareTo(second) <= 0 && i < ROUNDS; i++) {
                        List<Operation> acts = i % 3 == 2 ? List.of(second, first) : List.of(first, second);
                        OperationPair round = new OperationPair(acts + " " + i, acts);
                        round.fill();
                        round.runBoth(i % 3 != 1);
                    }
                }
            }
        } finally {
            if (shared) {
                there.close();
            }
        }
    }

    @Test
    @DisplayName("BEY-04 a message that becomes available before its cancellation takes effect is not removed")
    void shouldNotCancelWhatIsAvailable() throws Exception {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("m").delay(HOUR));
        CompletableFuture<Long> cancelled = new CompletableFuture<>();
        Thread cancelling = new Thread(() -> cancelled.completeAsync(
                () -> broker.node
                        .messageAdministration()
                        .purge(
                                queue,
                                new MessageQuery(Set.of(DeliveryStatus.SCHEDULED), null, Set.of(), true),
                                done -> true)
                        .removed(),
                Runnable::run));
        try (SharedStore.Hold unused = broker.store.holdWrites()) {
            broker.time.advance(HOUR);
            eventually("the message is about to become available", broker.store::writeHeld);
            cancelling.start();
            eventually("the cancellation waits behind the held write", () -> !OperationPair.works(cancelling));
        }
        assertThat(cancelled.get(60, TimeUnit.SECONDS)).isZero();
        assertThat(broker.browse(queue)).containsExactly("m");
    }
}
