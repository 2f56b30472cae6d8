package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.MessageAdministration.Edit;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.MessageAdministration.Resubmission;
import dev.restante.broker.view.Inspected;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.RedriveJob;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.core.Work;
import dev.restante.option.GroupExpiry;
import dev.restante.option.QueueOption;
import dev.restante.store.Change;
import dev.restante.store.Outcome;
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
 * Pairs of acts that take messages out of one queue at the same time: on two nodes where the store is shared, on two
 * threads of one node where it is embedded. In the end each message is in one place, and what the acts report adds up.
 */
@Timeout(300)
abstract class SideBySideContract extends BrokerContract {

    /**
     * Rounds of each pair. In the first one the second act reads the queue before the first one writes. Further rounds
     * let both run freely, and swap them, in turn.
     */
    private static final int ROUNDS = Integer.getInteger("restante.sidebyside.rounds", 1);

    private static final int OF_EACH_KIND = 5;

    private static final Set<Standing> UNLOCKED =
            EnumSet.of(Standing.AVAILABLE, Standing.SCHEDULED, Standing.DEFERRED, Standing.EXPIRED);

    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * Something that takes messages out of a queue, or changes how they stand there. What moves comes before what
     * removes: a removal after a move is what loses messages.
     */
    private enum Act {
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

        /** Returns whether its count says how many messages left every queue. */
        boolean removes() {
            return this == PURGE || this == CANCEL;
        }

        /** Returns whether its count says how many messages arrived in its target. */
        boolean moves() {
            return this == REDRIVE || this == REDRIVE_JOB || this == RESUBMIT;
        }
    }

    /** One queue, its messages, and a target of its own for each of two acts. */
    private final class Round {
        private final String name;
        private final List<Act> acts;
        private final Entity from;
        private final List<Entity> targets = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();
        private final List<Change> sends = new ArrayList<>();
        private final List<Long> deferred = new ArrayList<>();

        Round(String name, List<Act> acts) {
            this.name = name;
            this.acts = acts;
            EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true);
            from = broker.queue(
                    name,
                    acts.contains(Act.GROUP_EXPIRY)
                            ? options.with(QueueOption.GROUP_EXPIRY, GroupExpiry.GROUP)
                            : options);
            // The other node knows the options, too.
            assertThat(there.queueAdministration().queue(name, false)).isEqualTo(from);
            targets.add(broker.queue(name + " to 0", options));
            targets.add(broker.queue(name + " to 1", options));
        }

        /** Stores messages of each kind in one transaction. */
        void fill() {
            Duration timeToLive = acts.contains(Act.EXPIRY) ? HOUR : Duration.ZERO;
            for (int i = 0; i < OF_EACH_KIND; i++) {
                send(mail("available", i).timeToLive(timeToLive));
                send(mail("scheduled", i).timeToLive(timeToLive).delay(HOUR));
                deferred.add(add(deferred(prepared(mail("deferred", i).timeToLive(timeToLive)))));
                add(RepeatFixture.prepared(broker.node, from, mail("repeated", i), RepeatFixture.every(HOUR, 1))
                        .enqueue());
                Duration ofFirst = acts.contains(Act.GROUP_EXPIRY) && i == 0 ? HOUR : timeToLive;
                send(mail("grouped", i).timeToLive(ofFirst).properties(Map.of("JMSXGroupID", "g")));
            }
            long dueAtMillis = broker.time.millis() + HOUR.toMillis();
            assertThat(broker.node.parts().commits.execute(Work.ofSender(from.id(), sends, dueAtMillis)))
                    .isEqualTo(Outcome.Applied.WHOLE);
            // Both nodes look at what is due, also at what the other one has sent.
            there.parts().sweeper.notice(dueAtMillis);
        }

        private Mail mail(String kind, int number) {
            texts.add(kind + number);
            return Mail.of(kind + number);
        }

        private Change.Enqueue prepared(Mail mail) {
            return BrokerFixture.prepared(broker.node, from, mail).enqueue();
        }

        private void send(Mail mail) {
            add(prepared(mail));
        }

        private long add(Change.Enqueue send) {
            sends.add(send);
            return send.message().id();
        }

        private static Change.Enqueue deferred(Change.Enqueue send) {
            Delivery delivery = send.deliveries().get(0);
            return new Change.Enqueue(send.message(), List.of(delivery.with(delivery.ref(), DeliveryState.DEFERRED)));
        }

        /** Runs an act; returns what it reports, 0 where nobody is told. */
        long run(int place, BrokerNode node) {
            MessageQuery all = new MessageQuery(UNLOCKED, null, Set.of(), false);
            Entity target = targets.get(place);
            return switch (acts.get(place)) {
                case PURGE -> purge(node, all);
                case CANCEL -> purge(node, new MessageQuery(Set.of(Standing.SCHEDULED), null, Set.of(), true));
                case REDRIVE ->
                    node.messageAdministration()
                            .redrive(from, new Redrive(all, target, Long.MAX_VALUE, 0), moved -> true)
                            .moved();
                case REDRIVE_JOB -> job(node, new Redrive(all, target, Long.MAX_VALUE, 0));
                case RESUBMIT ->
                    node.messageAdministration()
                            .resubmit(
                                    from,
                                    new Resubmission(all, target, new Edit(null, null, null, 5, Map.of())),
                                    sent -> true)
                            .moved();
                case UNDEFER -> node.messageAdministration().undefer(from, deferred);
                case EXPIRY, GROUP_EXPIRY, REPETITION -> {
                    broker.time.advance(HOUR.multipliedBy(3));
                    yield 0;
                }
                case FORWARDING -> {
                    node.queueAdministration()
                            .changeOptions(from, Map.of(QueueOption.FORWARD_TO.name(), target.name()));
                    yield 0;
                }
            };
        }

        private long purge(BrokerNode node, MessageQuery query) {
            return node.messageAdministration().purge(from, query, done -> true).removed();
        }

        private long job(BrokerNode node, Redrive redrive) {
            RedriveJob job = node.redriveJobs().start(from, redrive, null);
            eventually("the job has ended", () -> job(node, job).state() != RedriveJob.State.RUNNING);
            assertThat(job(node, job).state()).isEqualTo(RedriveJob.State.DONE);
            return job(node, job).progress().moved();
        }

        private static RedriveJob job(BrokerNode node, RedriveJob job) {
            return node.redriveJobs().find(job.id()).orElseThrow();
        }

        /**
         * Runs both acts at once.
         *
         * @param held whether the second one begins when the first is about to write, and reads before it has
         */
        void play(boolean held) throws Exception {
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
                                "the act waits until it may write", () -> !works(thread) && broker.store.writeHeld());
                    }
                }
            }
            long removed = 0;
            long undeferred = 0;
            for (int place = 0; place < 2; place++) {
                long reported = reports.get(place).get(60, TimeUnit.SECONDS);
                removed += acts.get(place).removes() ? reported : 0;
                undeferred += acts.get(place) == Act.UNDEFER ? reported : 0;
            }
            eventually(name + " has nothing left to do", this::settled);
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

        private static boolean works(Thread thread) {
            return thread.getState() == Thread.State.RUNNABLE || thread.getState() == Thread.State.NEW;
        }

        private List<Inspected> inspected(Entity place) {
            MessageQuery all = new MessageQuery(EnumSet.allOf(Standing.class), null, Set.of(), false);
            return broker.node
                    .messageAdministration()
                    .page(place, all, null, 1_000, true)
                    .messages();
        }

        /** Returns the texts in a queue and among its dead letters. */
        private List<String> arrived(Entity queue) {
            return Stream.of(queue, broker.deadLetters(queue))
                    .flatMap(place -> inspected(place).stream())
                    .map(message -> BrokerFixture.text(message.message().body()))
                    .toList();
        }

        /** Returns whether time and forwarding have nothing more to do; lets them try again what they missed. */
        private boolean settled() {
            long nowMillis = broker.time.millis();
            boolean forwards = acts.contains(Act.FORWARDING);
            boolean settled = Stream.of(from, targets.get(0), targets.get(1))
                    .flatMap(queue -> inspected(queue).stream())
                    .map(Inspected::delivery)
                    .noneMatch(delivery -> delivery.expiresAt() <= nowMillis
                            || (delivery.visibleAt() != 0 && delivery.visibleAt() <= nowMillis)
                            || (forwards
                                    && delivery.entityId() == from.id()
                                    && delivery.state() == DeliveryState.AVAILABLE));
            if (!settled) {
                broker.time.advance(Duration.ofSeconds(1));
                // As the next heartbeat would: what the other node has made available is not announced to a forwarder.
                broker.node.parts().housekeeping.lookAgain();
            }
            return settled;
        }
    }

    private BrokerNode there;

    @Test
    @DisplayName("BEY-03 BEY-04 BEY-07 BEY-08 two acts on the same messages leave each in one place, and counted once")
    void shouldLeaveEachMessageInOnePlace() throws Exception {
        boolean shared = !broker.store.traits().exclusive();
        there = shared ? broker.open() : broker.node;
        try {
            for (Act first : Act.values()) {
                for (Act second : Act.values()) {
                    for (int i = 0; first.compareTo(second) <= 0 && i < ROUNDS; i++) {
                        List<Act> acts = i % 3 == 2 ? List.of(second, first) : List.of(first, second);
                        Round round = new Round(acts + " " + i, acts);
                        round.fill();
                        round.play(i % 3 != 1);
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
    @DisplayName("BEY-04 a cancellation leaves a message that becomes available before it takes effect")
    void shouldNotCancelWhatIsAvailable() throws Exception {
        Entity queue = broker.queue("q");
        broker.send(queue, Mail.of("m").delay(HOUR));
        CompletableFuture<Long> cancelled = new CompletableFuture<>();
        Thread cancelling = new Thread(() -> cancelled.completeAsync(
                () -> broker.node
                        .messageAdministration()
                        .purge(queue, new MessageQuery(Set.of(Standing.SCHEDULED), null, Set.of(), true), done -> true)
                        .removed(),
                Runnable::run));
        try (SharedStore.Hold unused = broker.store.holdWrites()) {
            broker.time.advance(HOUR);
            eventually("the message is about to become available", broker.store::writeHeld);
            cancelling.start();
            eventually("the cancellation waits behind it", () -> !Round.works(cancelling));
        }
        assertThat(cancelled.get(60, TimeUnit.SECONDS)).isZero();
        assertThat(broker.browse(queue)).containsExactly("m");
    }
}
