package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.Hold;
import dev.restante.broker.WakeUp;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import dev.restante.store.Store;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receivers that wait while their owner is busy with another one (SES-04). */
abstract class AwayContract {

    private static final ReceiverOptions PLAIN = new ReceiverOptions(Hold.LOCK_DURATION);

    /** A receiver whose owner goes away, and comes back, as the test wants. */
    private static final class Owned implements WakeUp {
        private final Semaphore wakeUps = new Semaphore(0);
        private final Receiver receiver;
        private volatile boolean away;
        private volatile boolean leavesWhenWoken;

        /** What it answers next, bit by bit, whatever it says later. */
        private final AtomicInteger answers = new AtomicInteger();

        Owned(BrokerFixture broker, Entity queue, ReceiverOptions options) {
            receiver = broker.node.openReceiver(queue, options, this);
        }

        @Override
        public void run() {
            away |= leavesWhenWoken;
            wakeUps.release();
        }

        @Override
        public boolean away() {
            return away || (answers.getAndUpdate(bits -> bits >>> 1) & 1) == 1;
        }

        /** Found nothing, and the node knows that the store has nothing. */
        Owned waiting() {
            assertThat(receiver.pollNow()).isNull();
            assertThat(receiver.poll()).isNull();
            wakeUps.drainPermits();
            return this;
        }

        /** As a session does: says so first, then passes on what it was woken for. */
        void leave() {
            away = true;
            if (wakeUps.availablePermits() > 0) {
                receiver.pause();
            }
        }

        void assertWoken() throws InterruptedException {
            assertThat(wakeUps.tryAcquire(BrokerFixture.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                    .as("woken")
                    .isTrue();
        }

        /** Comes back, polls as it was told to, and takes what there is. */
        HeldDelivery next() throws InterruptedException {
            away = false;
            HeldDelivery held;
            do {
                assertWoken();
                held = receiver.poll();
            } while (held == null);
            return held;
        }
    }

    @TempDir
    Path directory;

    private BrokerFixture broker;
    private Entity queue;

    /** Opens an empty store, and the same one again each time. */
    abstract Supplier<Store> newStore(Path emptyFolder);

    @BeforeEach
    void open() {
        broker = new BrokerFixture(newStore(directory));
        queue = broker.queue("q");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private Owned owned(@Nullable String selector) {
        return new Owned(broker, queue, selector == null ? PLAIN : BrokerFixture.selecting(selector)).waiting();
    }

    private Owned awayFor(@Nullable String selector) {
        Owned busy = owned(selector);
        busy.away = true;
        return busy;
    }

    private void assertAvailableToAll(String name) {
        assertThat(broker.store.inspector().inState(queue.id(), DeliveryState.AVAILABLE, null, 10))
                .as(name)
                .hasSize(1);
    }

    private void shouldAcquireNothing(@Nullable String selector, boolean persistent) throws InterruptedException {
        Owned busy = awayFor(selector);
        broker.send(queue, persistent ? Mail.of("a") : Mail.of("a").nonPersistent());
        busy.assertWoken();
        assertAvailableToAll("what nobody wants now");
        busy.wakeUps.release();
        assertThat(text(busy.next())).isEqualTo("a");
    }

    @Test
    @DisplayName("SES-04 nothing is acquired for a receiver that is away; it is told, and finds it when it is back")
    void shouldAcquireNothingForWhoIsAway() throws InterruptedException {
        shouldAcquireNothing(null, true);
    }

    @Test
    @DisplayName("SES-04 the same of a message that would not have been stored")
    void shouldKeepNothingInMemoryForWhoIsAway() throws InterruptedException {
        shouldAcquireNothing(null, false);
    }

    @Test
    @DisplayName("SES-04 the same for a receiver with a selector")
    void shouldSearchNothingForWhoIsAway() throws InterruptedException {
        shouldAcquireNothing("JMSPriority = 4", true);
    }

    @Test
    @DisplayName("SES-04 what comes while a receiver is away goes to another one, which waited less long")
    void shouldServeWhoIsThere() throws InterruptedException {
        Owned busy = awayFor(null);
        Owned free = owned(null);
        broker.send(queue, "a");
        assertThat(text(free.next())).isEqualTo("a");
        assertThat(busy.receiver.poll()).isNull();
    }

    @Test
    @DisplayName("SES-04 the same with a selector")
    void shouldServeWhoIsThereWithASelector() throws InterruptedException {
        Owned busy = awayFor("JMSPriority = 4");
        Owned free = owned("JMSPriority = 4");
        broker.send(queue, "a");
        assertThat(text(free.next())).isEqualTo("a");
        assertThat(busy.receiver.poll()).isNull();
    }

    @Test
    @DisplayName("SES-04 what a receiver is woken for that goes away at that moment goes to another one")
    void shouldPassOnWhatItWasWokenFor() throws InterruptedException {
        Owned busy = owned(null);
        busy.leavesWhenWoken = true;
        Owned free = owned(null);
        broker.send(queue, "a");
        busy.assertWoken();
        assertThat(text(free.next())).isEqualTo("a");
    }

    @Test
    @DisplayName("a receiver that was away while nothing came wants messages again as soon as it is back")
    void shouldWantAgain() throws InterruptedException {
        Owned owned = awayFor(null);
        owned.away = false;
        broker.send(queue, "a");
        assertThat(broker.store.inspector().inState(queue.id(), DeliveryState.AVAILABLE, null, 10))
                .isEmpty();
        assertThat(text(owned.next())).isEqualTo("a");
    }

    /** Whatever the moments at which it was away, it must come to know of a message. */
    private void shouldBeToldWheneverItComesBack(@Nullable String selector, boolean persistent)
            throws InterruptedException {
        Owned busy = owned(selector);
        for (int moments = 0; moments < 64; moments++) {
            busy.answers.set(moments);
            broker.send(queue, persistent ? Mail.of("a") : Mail.of("a").nonPersistent());
            broker.complete(busy.next());
            busy.answers.set(0);
            busy.waiting();
        }
    }

    @Test
    @DisplayName("SES-04 a receiver that comes back while something arrives finds it")
    void shouldTellWhoComesBack() throws InterruptedException {
        shouldBeToldWheneverItComesBack(null, true);
    }

    @Test
    @DisplayName("SES-04 the same of a message that would not have been stored")
    void shouldTellWhoComesBackOfWhatIsNotStored() throws InterruptedException {
        shouldBeToldWheneverItComesBack(null, false);
    }

    @Test
    @DisplayName("SES-04 the same for a receiver with a selector")
    void shouldTellWhoComesBackWithASelector() throws InterruptedException {
        shouldBeToldWheneverItComesBack("JMSPriority = 4", true);
    }

    private void shouldServeWhoIsThereWhenever(@Nullable String selector, boolean persistent)
            throws InterruptedException {
        Owned busy = owned(selector);
        Owned free = owned(selector);
        for (int moments = 0; moments < 64; moments++) {
            busy.answers.set(moments);
            broker.send(queue, persistent ? Mail.of("a") : Mail.of("a").nonPersistent());
            busy.leave();
            broker.complete(free.next());
            busy.away = false;
            busy.answers.set(0);
            busy.waiting();
            free.waiting();
        }
    }

    @Test
    @DisplayName("SES-04 a receiver that comes and goes keeps nothing from another one that waits")
    void shouldServeWhoIsThereWhenever() throws InterruptedException {
        shouldServeWhoIsThereWhenever(null, true);
    }

    @Test
    @DisplayName("SES-04 nor what would not have been stored")
    void shouldServeWhoIsThereWheneverWithWhatIsNotStored() throws InterruptedException {
        shouldServeWhoIsThereWhenever(null, false);
    }

    @Test
    @DisplayName("SES-04 nor with a selector")
    void shouldServeWhoIsThereWheneverWithASelector() throws InterruptedException {
        shouldServeWhoIsThereWhenever("JMSPriority = 4", true);
    }

    @Test
    @DisplayName("VIS-06 a place in the quota that becomes free goes to a receiver that is there")
    void shouldGiveThePlaceToWhoIsThere() throws InterruptedException {
        queue = broker.queue("quota", EntityOptions.DEFAULT.with(QueueOption.MAX_IN_FLIGHT, 1));
        broker.send(queue, "a", "b");
        BrokerFixture.Consumer first = broker.consumer(queue);
        HeldDelivery held = first.next();
        Owned busy = new Owned(broker, queue, PLAIN);
        assertThat(busy.receiver.poll()).isNull();
        Owned free = new Owned(broker, queue, PLAIN);
        assertThat(free.receiver.poll()).isNull();
        busy.away = true;
        broker.complete(held);
        busy.assertWoken();
        assertThat(text(free.next())).isEqualTo("b");
    }
}
