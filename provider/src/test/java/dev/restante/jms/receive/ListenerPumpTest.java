package dev.restante.jms.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.api.ErrorCodes;
import dev.restante.testing.Eventually;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SES-01 turns of the consumers of a session")
final class ListenerPumpTest {

    /** Consumer with a given number of messages. */
    private final class Consumer implements SessionConsumer {
        private final String name;
        private final AtomicBoolean enlisted = new AtomicBoolean();
        private final AtomicInteger messages = new AtomicInteger();
        private final AtomicInteger polls = new AtomicInteger();
        private final AtomicInteger pauses = new AtomicInteger();
        private volatile Runnable listener = () -> {};
        private volatile boolean nodeClosed;

        Consumer(String name) {
            this.name = name;
        }

        void give(int count) {
            messages.addAndGet(count);
            wake();
        }

        @Override
        public boolean markQueued() {
            return enlisted.compareAndSet(false, true);
        }

        @Override
        public void wake() {
            pump.wake(this);
        }

        @Override
        public boolean deliver() throws JMSException {
            enlisted.set(false);
            polls.incrementAndGet();
            if (nodeClosed) {
                throw new IllegalStateException(name, ErrorCodes.CLOSED);
            }
            if (messages.get() < 0) {
                throw new JMSException(name);
            }
            if (messages.get() == 0) {
                return false;
            }
            messages.decrementAndGet();
            pump.beginDelivery();
            listener.run();
            delivered.add(name);
            deliverySignal.release();
            return true;
        }

        @Override
        public void pauseIfWaiting() {
            pauses.incrementAndGet();
        }

        @Override
        public void pause() {}

        @Override
        public void closeWithSession() {}
    }

    private final List<String> problems = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> delivered = new ConcurrentLinkedQueue<>();
    private final Semaphore deliverySignal = new Semaphore(0);
    private final ListenerPump pump = new ListenerPump(problem -> problems.add(problem.getMessage()), false);

    @AfterEach
    void end() {
        pump.end();
    }

    private void awaitHeard(int count) throws InterruptedException {
        assertThat(deliverySignal.tryAcquire(count, Eventually.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
    }

    @Test
    @DisplayName("a consumer whose node is closed gets no further turn, and causes no error report")
    void shouldEndWithTheNode() throws InterruptedException {
        Consumer closed = new Consumer("closed");
        closed.nodeClosed = true;
        closed.wake();
        new Consumer("other").give(1);
        awaitHeard(1);
        assertThat(closed.polls).hasValue(1);
        assertThat(closed.pauses).as("pauses of the closed consumer").hasValue(0);
        assertThat(problems).isEmpty();
    }

    /** Keeps the pump in a listener call while an action runs. */
    private void whileBusy(Runnable happens) throws InterruptedException {
        Consumer busy = new Consumer("busy");
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        busy.listener = () -> {
            inside.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        busy.give(1);
        inside.await();
        happens.run();
        goOn.countDown();
        awaitHeard(1);
        delivered.remove("busy");
    }

    @Test
    @DisplayName("consumers take turns message by message, in the order in which they were woken")
    void shouldTakeTurns() throws InterruptedException {
        whileBusy(() -> {
            new Consumer("a").give(3);
            new Consumer("b").give(1);
            new Consumer("c").give(2);
        });
        awaitHeard(6);
        assertThat(delivered).containsExactly("a", "b", "c", "a", "c", "a");
    }

    @Test
    @DisplayName("a new consumer gets its turn after one message of each other consumer")
    void shouldStarveNobody() throws InterruptedException {
        Consumer late = new Consumer("late");
        Consumer many = new Consumer("many");
        AtomicInteger before = new AtomicInteger();
        many.listener = () -> {
            if (before.incrementAndGet() == 10) {
                late.give(1);
            }
        };
        whileBusy(() -> {
            many.give(50);
            new Consumer("others").give(50);
        });
        awaitHeard(101);
        assertThat(List.copyOf(delivered).indexOf("late")).isBetween(19, 22);
    }

    @Test
    @DisplayName("the pump polls only consumers that were woken or that just received a message")
    void shouldLookOnlyWhereSomethingIs() throws InterruptedException {
        List<Consumer> idle = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            idle.add(new Consumer("idle"));
        }
        idle.forEach(Consumer::wake);
        Consumer used = new Consumer("used");
        used.give(100);
        awaitHeard(100);
        assertThat(idle).allMatch(each -> each.polls.get() == 1 && each.pauses.get() <= 1);
        assertThat(used.polls.get()).isBetween(100, 101);
    }

    @Test
    @DisplayName("SES-04 waiting consumers pause before a listener is called, and the session counts as busy meanwhile")
    void shouldPassOnBeforeAListenerIsCalled() throws InterruptedException {
        Consumer second = new Consumer("second");
        Consumer third = new Consumer("third");
        AtomicInteger pauses = new AtomicInteger(-1);
        AtomicBoolean away = new AtomicBoolean();
        second.listener = () -> {
            pauses.set(third.pauses.get());
            away.set(pump.inListenerCall());
        };
        whileBusy(() -> {
            second.give(1);
            third.give(1);
            assertThat(pump.inListenerCall()).isTrue();
        });
        awaitHeard(2);
        assertThat(pauses).hasValue(1);
        assertThat(away).isTrue();
        Eventually.eventually("no listener call is running", () -> !pump.inListenerCall());
    }

    @Test
    @DisplayName("a failing consumer delays no other consumer, and is polled again after a while")
    void shouldLeaveAloneWhoFails() throws InterruptedException {
        Consumer failing = new Consumer("failing");
        failing.messages.set(-1);
        Consumer other = new Consumer("other");
        whileBusy(() -> {
            failing.wake();
            other.give(2);
        });
        awaitHeard(2);
        assertThat(problems).containsExactly("failing");
        failing.messages.set(1);
        awaitHeard(1);
    }

    @Test
    @DisplayName("a consumer that becomes ready while the pump falls asleep is not forgotten")
    void shouldForgetNobody() throws InterruptedException {
        List<Consumer> consumers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            consumers.add(new Consumer("c" + i));
        }
        for (int round = 0; round < 2_000; round++) {
            CountDownLatch go = new CountDownLatch(1);
            List<Thread> givers = new ArrayList<>();
            for (int g = 0; g < 2; g++) {
                Thread giver = new Thread(() -> {
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    consumers
                            .get(ThreadLocalRandom.current().nextInt(consumers.size()))
                            .give(1);
                });
                giver.start();
                givers.add(giver);
            }
            go.countDown();
            awaitHeard(2);
            for (Thread giver : givers) {
                giver.join();
            }
        }
        assertThat(delivered).hasSize(4_000);
    }
}
