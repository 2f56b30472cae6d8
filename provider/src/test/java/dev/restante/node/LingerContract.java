package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.settle.LingeringDelivery;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a receive call has returned, until its session goes on. */
abstract class LingerContract extends BrokerContract {

    private static final ReceiverOptions.Hold HOLD = ReceiverOptions.Hold.UNTIL_SETTLED;

    private final BlockingQueue<List<BrokerException>> ends = new LinkedBlockingQueue<>();

    private LingeringDelivery linger(HeldDelivery held) {
        return broker.node.parts().lingerings.add(held, this::ended);
    }

    private void ended(@Nullable BrokerException failure) {
        ends.add(failure == null ? List.of() : List.of(failure));
    }

    private LingeringDelivery received(Entity queue) {
        broker.send(queue, "m");
        return linger(broker.consumer(queue, HOLD).next());
    }

    private void assertCompleted(HeldDelivery held) {
        eventually("it is completed", () -> held.state() == HeldDelivery.State.SETTLED);
    }

    @Test
    @DisplayName("RCV-17 what was received is completed after a second by itself, and not before")
    void shouldCompleteAfterASecond() {
        Entity queue = broker.queue("q");
        LingeringDelivery lingering = received(queue);
        broker.time.advance(Duration.ofMillis(999));
        assertThat(lingering.held().locked()).isTrue();
        broker.time.advance(Duration.ofMillis(1));
        assertCompleted(lingering.held());
        eventually("it is told", () -> !ends.isEmpty());
        assertThat(ends).containsExactly(List.of());
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-17 after a third of the lock duration where that is less")
    void shouldCompleteAfterAThirdOfTheLock() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, Duration.ofMillis(900)));
        LingeringDelivery lingering = received(queue);
        broker.time.advance(Duration.ofMillis(299));
        assertThat(lingering.held().locked()).isTrue();
        broker.time.advance(Duration.ofMillis(1));
        assertCompleted(lingering.held());
    }

    @Test
    @DisplayName("RCV-17 a crash brings back what its session has not gone on from; the end of the node does not")
    void shouldComeBackAfterACrash() {
        Entity queue = broker.queue("q");
        received(queue);
        broker.crash();
        HeldDelivery again = broker.consumer(queue, HOLD).next();
        assertThat(text(again)).isEqualTo("m");
        assertThat(again.deliveryCount()).isEqualTo(2);
        linger(again);
        broker.reopen();
        broker.consumer(queue).assertNothing();
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-17 whoever completes it, it is done once, and durable when the session goes on")
    void shouldCompleteOnce() {
        Entity queue = broker.queue("q");
        LingeringDelivery lingering = received(queue);
        lingering.begin();
        lingering.complete();
        lingering.complete();
        broker.time.advance(Duration.ofSeconds(5));
        assertThat(lingering.held().state()).isEqualTo(HeldDelivery.State.SETTLED);
        assertThat(ends).containsExactly(List.of());
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-17, VIS-06 a receiver that waits for a place in the quota gets it at once")
    void shouldMakeRoomInTheQuota() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_IN_FLIGHT, 1));
        broker.send(queue, "1", "2", "3");
        Consumer first = broker.consumer(queue, HOLD);
        Consumer second = broker.consumer(queue, HOLD);
        linger(first.next());
        HeldDelivery next = second.next();
        assertThat(text(next)).isEqualTo("2");
        linger(next);
        HeldDelivery last = first.receiver.pollNow();
        assertThat(last).as("what a call gets that can't wait").isNotNull();
        assertThat(text(last)).isEqualTo("3");
    }

    @Test
    @DisplayName(
            "RCV-17, VIS-07 a receiver that waits behind a message group gets it at once, whether it waited before or not")
    void shouldLetTheGroupGoOn() {
        Entity queue = broker.queue("q");
        for (int i = 1; i <= 4; i++) {
            broker.send(queue, Mail.of("g" + i).properties(Map.of("JMSXGroupID", "g")));
        }
        Consumer first = broker.consumer(queue, HOLD);
        Consumer second = broker.consumer(queue, HOLD);
        LingeringDelivery one = linger(first.next());
        HeldDelivery two = second.next();
        assertThat(text(two)).isEqualTo("g2");
        assertThat(one.held().state()).isEqualTo(HeldDelivery.State.SETTLED);
        assertThat(first.receiver.poll()).isNull();
        linger(two);
        HeldDelivery three = first.next();
        assertThat(text(three)).isEqualTo("g3");
        linger(three);
        HeldDelivery four = second.receiver.pollNow();
        assertThat(four).as("what a call gets that can't wait").isNotNull();
        assertThat(text(four)).isEqualTo("g4");
    }

    @Test
    @DisplayName(
            "RCV-17 a completion that the store fails to take is told once, and tried again until the store has it")
    void shouldTryAgain() throws InterruptedException {
        Entity queue = broker.queue("q");
        LingeringDelivery lingering = received(queue);
        broker.store.reachable(false);
        lingering.complete();
        assertThat(ends.take())
                .singleElement()
                .extracting(BrokerException::reason)
                .isEqualTo(Reason.STORE_UNAVAILABLE);
        assertThat(lingering.held().locked()).as("still held").isTrue();
        broker.store.reachable(true);
        broker.time.advance(Duration.ofSeconds(1));
        assertCompleted(lingering.held());
        assertThat(ends).isEmpty();
        broker.crash();
        broker.consumer(queue).assertNothing();
    }

    @Test
    @DisplayName("RCV-17 where an administrator has broken the lock, or the entity is gone, whoever went on is told")
    void shouldTellOfALostLock() {
        Entity queue = broker.queue("q");
        LingeringDelivery lingering = received(queue);
        assertThat(broker.node.parts().settlement.releasing().breakLock(lingering.held()))
                .isTrue();
        lingering.complete();
        assertThat(ends.remove())
                .singleElement()
                .extracting(BrokerException::reason)
                .isEqualTo(Reason.LOCK_LOST);
        assertThat(text(broker.consumer(queue).next())).isEqualTo("m");
    }
}
