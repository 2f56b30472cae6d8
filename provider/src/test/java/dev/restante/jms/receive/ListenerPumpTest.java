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

@DisplayName("SES-01 the consumers of a session take turns")
final class ListenerPumpTest {

    /** A consumer with as many messages as it was given. */
    private final class Consumer implements SessionConsumer {
        private final String name;
        private final AtomicBoolean enlisted = new AtomicBoolean();
        private final AtomicInteger messages = new AtomicInteger();
        private final AtomicInteger looks = new AtomicInteger();
        private final AtomicInteger passedOn = new AtomicInteger();
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
        public boolean enlist() {
            return enlisted.compareAndSet(false, true);
        }

        @Override
        public void wake() {
            pump.wake(this);
        }

        @Override
        public boolean deliver() throws JMSException {
            enlisted.set(false);
            looks.incrementAndGet();
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
            heard.release();
            return true;
        }

        @Override
        public void pauseIfWaiting() {
            passedOn.incrementAndGet();
        }

        @Override
        public void pause() {}

        @Override
        public void end() {}
    }

    private final List<String> problems = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> delivered = new ConcurrentLinkedQueue<>();
    private final Semaphore heard = new Semaphore(0);
    private final ListenerPump pump = new ListenerPump(problem -> problems.add(problem.getMessage()), false);

    @AfterEach
    void end() {
        pump.end();
    }

    private void awaitHeard(int count) throws InterruptedException {
        assertThat(heard.tryAcquire(count, Eventually.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
    }

    @Test
    @DisplayName("a consumer whose node is closed has no further turn, and that is no problem to tell of")
    void shouldEndWithTheNode() throws InterruptedException {
        Consumer closed = new Consumer("closed");
        closed.nodeClosed = true;
        closed.wake();
        new Consumer("other").give(1);
        awaitHeard(1);
        assertThat(closed.looks).hasValue(1);
        assertThat(closed.passedOn).as("left alone for a while").hasValue(0);
        assertThat(problems).isEmpty();
    }

    /** Holds the pump in a listener while something happens. */
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
    @DisplayName("message by message, in the order in which they were woken")
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
    @DisplayName("who comes later has its turn after one message of each other, however many these have")
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
    @DisplayName("nobody is looked at but who was woken, and who has had a message")
    void shouldLookOnlyWhereSomethingIs() throws InterruptedException {
        List<Consumer> idle = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            idle.add(new Consumer("idle"));
        }
        idle.forEach(Consumer::wake);
        Consumer used = new Consumer("used");
        used.give(100);
        awaitHeard(100);
        assertThat(idle).allMatch(each -> each.looks.get() == 1 && each.passedOn.get() <= 1);
        assertThat(used.looks.get()).isBetween(100, 101);
    }

    @Test
    @DisplayName("SES-04 who was woken and not looked at says so before a listener is called; later ones are away")
    void shouldPassOnBeforeAListenerIsCalled() throws InterruptedException {
        Consumer second = new Consumer("second");
        Consumer third = new Consumer("third");
        AtomicInteger passedOn = new AtomicInteger(-1);
        AtomicBoolean away = new AtomicBoolean();
        second.listener = () -> {
            passedOn.set(third.passedOn.get());
            away.set(pump.delivers());
        };
        whileBusy(() -> {
            second.give(1);
            third.give(1);
            assertThat(pump.delivers()).isTrue();
        });
        awaitHeard(2);
        assertThat(passedOn).hasValue(1);
        assertThat(away).isTrue();
        Eventually.eventually("nobody is away", () -> !pump.delivers());
    }

    @Test
    @DisplayName("one that fails keeps nobody from its turn, and is looked at again after a while")
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
    @DisplayName("who becomes ready while the pump falls asleep is not forgotten")
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
