package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.ReceiverOptions.ReceiveMode;
import dev.restante.broker.WakeUpListener;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.TestMessage;
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

/** Receivers that wait while their session is busy with another receiver (SES-04). */
abstract class BusyReceiverContract {

    private static final ReceiverOptions PLAIN = new ReceiverOptions(ReceiveMode.LOCK_DURATION);

    /** Receiver that the test makes busy and free again. */
    private static final class BusyReceiver implements WakeUpListener {
        private final Semaphore wakeUps = new Semaphore(0);
        private final Receiver receiver;
        private volatile boolean busy;
        private volatile boolean becomesBusyWhenWoken;

        /** Next answers of {@code isBusy}, one for each bit, in addition to {@code away}. */
        private final AtomicInteger answers = new AtomicInteger();

        BusyReceiver(BrokerFixture broker, Entity queue, ReceiverOptions options) {
            receiver = broker.node.openReceiver(queue, options, this);
        }

        @Override
        public void run() {
            busy |= becomesBusyWhenWoken;
            wakeUps.release();
        }

        @Override
        public boolean isBusy() {
            return busy || (answers.getAndUpdate(bits -> bits >>> 1) & 1) == 1;
        }

        /** Polls without a result, so that the node knows that the store has no message. */
        BusyReceiver waiting() {
            assertThat(receiver.pollOrFetch()).isNull();
            assertThat(receiver.pollPrefetched()).isNull();
            wakeUps.drainPermits();
            return this;
        }

        /** Becomes busy like a session: reports it first, then passes on the wake-up that it got. */
        void becomeBusy() {
            busy = true;
            if (wakeUps.availablePermits() > 0) {
                receiver.stopPolling();
            }
        }

        void assertWoken() throws InterruptedException {
            assertThat(wakeUps.tryAcquire(BrokerFixture.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                    .as("woken")
                    .isTrue();
        }

        /** Becomes free, polls after each wake-up, and returns the next message. */
        InFlightDelivery next() throws InterruptedException {
            busy = false;
            InFlightDelivery delivery;
            do {
                assertWoken();
                delivery = receiver.pollPrefetched();
            } while (delivery == null);
            return delivery;
        }
    }

    @TempDir
    Path directory;

    private BrokerFixture broker;
    private Entity queue;

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

    private BusyReceiver owned(@Nullable String selector) {
        return new BusyReceiver(broker, queue, selector == null ? PLAIN : BrokerFixture.selecting(selector)).waiting();
    }

    private BusyReceiver busyReceiver(@Nullable String selector) {
        BusyReceiver busy = owned(selector);
        busy.busy = true;
        return busy;
    }

    private void assertAvailableToAll(String name) {
        assertThat(broker.store.inspector().byState(queue.id(), DeliveryState.AVAILABLE, null, 10))
                .as(name)
                .hasSize(1);
    }

    private void shouldAcquireNothing(@Nullable String selector, boolean persistent) throws InterruptedException {
        BusyReceiver busy = busyReceiver(selector);
        broker.send(
                queue, persistent ? TestMessage.of("a") : TestMessage.of("a").nonPersistent());
        busy.assertWoken();
        assertAvailableToAll("what nobody wants now");
        busy.wakeUps.release();
        assertThat(text(busy.next())).isEqualTo("a");
    }

    @Test
    @DisplayName("SES-04 no message is acquired for a busy receiver, which is woken and receives it when it is free")
    void shouldAcquireNothingForWhoIsAway() throws InterruptedException {
        shouldAcquireNothing(null, true);
    }

    @Test
    @DisplayName("SES-04 a non-persistent message is stored if the only receiver is busy")
    void shouldKeepNothingInMemoryForWhoIsAway() throws InterruptedException {
        shouldAcquireNothing(null, false);
    }

    @Test
    @DisplayName("SES-04 no message is acquired for a busy receiver with a selector")
    void shouldSearchNothingForWhoIsAway() throws InterruptedException {
        shouldAcquireNothing("JMSPriority = 4", true);
    }

    @Test
    @DisplayName("SES-04 a message goes to another receiver while the receiver that has waited longer is busy")
    void shouldServeWhoIsThere() throws InterruptedException {
        BusyReceiver busy = busyReceiver(null);
        BusyReceiver free = owned(null);
        broker.send(queue, "a");
        assertThat(text(free.next())).isEqualTo("a");
        assertThat(busy.receiver.pollPrefetched()).isNull();
    }

    @Test
    @DisplayName("SES-04 a message goes to another receiver while a receiver with its selector is busy")
    void shouldServeWhoIsThereWithASelector() throws InterruptedException {
        BusyReceiver busy = busyReceiver("JMSPriority = 4");
        BusyReceiver free = owned("JMSPriority = 4");
        broker.send(queue, "a");
        assertThat(text(free.next())).isEqualTo("a");
        assertThat(busy.receiver.pollPrefetched()).isNull();
    }

    @Test
    @DisplayName("SES-04 a message whose receiver becomes busy when it is woken goes to another receiver")
    void shouldPassOnWhatItWasWokenFor() throws InterruptedException {
        BusyReceiver busy = owned(null);
        busy.becomesBusyWhenWoken = true;
        BusyReceiver free = owned(null);
        broker.send(queue, "a");
        busy.assertWoken();
        assertThat(text(free.next())).isEqualTo("a");
    }

    @Test
    @DisplayName("a receiver that was busy while no message came gets messages as soon as it is free")
    void shouldWantAgain() throws InterruptedException {
        BusyReceiver owned = busyReceiver(null);
        owned.busy = false;
        broker.send(queue, "a");
        assertThat(broker.store.inspector().byState(queue.id(), DeliveryState.AVAILABLE, null, 10))
                .isEmpty();
        assertThat(text(owned.next())).isEqualTo("a");
    }

    /** Checks that the receiver learns of a message, whenever it was busy. */
    private void shouldBeToldWheneverItComesBack(@Nullable String selector, boolean persistent)
            throws InterruptedException {
        BusyReceiver busy = owned(selector);
        for (int moments = 0; moments < 64; moments++) {
            busy.answers.set(moments);
            broker.send(
                    queue,
                    persistent ? TestMessage.of("a") : TestMessage.of("a").nonPersistent());
            broker.complete(busy.next());
            busy.answers.set(0);
            busy.waiting();
        }
    }

    @Test
    @DisplayName("SES-04 a receiver that becomes free while a message arrives receives it")
    void shouldTellWhoComesBack() throws InterruptedException {
        shouldBeToldWheneverItComesBack(null, true);
    }

    @Test
    @DisplayName("SES-04 a receiver that becomes free while a non-persistent message arrives receives it")
    void shouldTellWhoComesBackOfWhatIsNotStored() throws InterruptedException {
        shouldBeToldWheneverItComesBack(null, false);
    }

    @Test
    @DisplayName("SES-04 a receiver with a selector that becomes free while a message arrives receives it")
    void shouldTellWhoComesBackWithASelector() throws InterruptedException {
        shouldBeToldWheneverItComesBack("JMSPriority = 4", true);
    }

    private void shouldServeWhoIsThereWhenever(@Nullable String selector, boolean persistent)
            throws InterruptedException {
        BusyReceiver busy = owned(selector);
        BusyReceiver free = owned(selector);
        for (int moments = 0; moments < 64; moments++) {
            busy.answers.set(moments);
            broker.send(
                    queue,
                    persistent ? TestMessage.of("a") : TestMessage.of("a").nonPersistent());
            busy.becomeBusy();
            broker.complete(free.next());
            busy.busy = false;
            busy.answers.set(0);
            busy.waiting();
            free.waiting();
        }
    }

    @Test
    @DisplayName("SES-04 a receiver that is busy at times keeps no message from another waiting receiver")
    void shouldServeWhoIsThereWhenever() throws InterruptedException {
        shouldServeWhoIsThereWhenever(null, true);
    }

    @Test
    @DisplayName("SES-04 a receiver that is busy at times keeps no non-persistent message from another receiver")
    void shouldServeWhoIsThereWheneverWithWhatIsNotStored() throws InterruptedException {
        shouldServeWhoIsThereWhenever(null, false);
    }

    @Test
    @DisplayName("SES-04 a receiver with a selector that is busy at times keeps no message from another receiver")
    void shouldServeWhoIsThereWheneverWithASelector() throws InterruptedException {
        shouldServeWhoIsThereWhenever("JMSPriority = 4", true);
    }

    @Test
    @DisplayName("VIS-06 an in-flight slot that becomes free goes to a receiver that is not busy")
    void shouldGiveThePlaceToWhoIsThere() throws InterruptedException {
        queue = broker.queue("quota", EntityOptions.DEFAULT.with(QueueOption.MAX_IN_FLIGHT, 1));
        broker.send(queue, "a", "b");
        BrokerFixture.Consumer first = broker.consumer(queue);
        InFlightDelivery delivery = first.next();
        BusyReceiver busy = new BusyReceiver(broker, queue, PLAIN);
        assertThat(busy.receiver.pollPrefetched()).isNull();
        BusyReceiver free = new BusyReceiver(broker, queue, PLAIN);
        assertThat(free.receiver.pollPrefetched()).isNull();
        busy.busy = true;
        broker.complete(delivery);
        busy.assertWoken();
        assertThat(text(free.next())).isEqualTo("b");
    }
}
