package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jms.connection.JmsTransactionManager;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.AbstractMessageListenerContainer;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.jms.listener.SessionAwareMessageListener;
import org.springframework.jms.listener.SimpleMessageListenerContainer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Contract test of listener containers. Each test also checks that the container leaves no objects behind. */
abstract class ContainerContract extends SpringContract {

    /** Timeout longer than any test, so that a test that needs it fails. */
    private static final long NEVER_MILLIS = 120_000;

    private static final long QUICK_MILLIS = 200;

    private AbstractMessageListenerContainer container;

    /** Containers that redeliver a message whose listener throws. */
    enum Redelivering {
        DEFAULT_TRANSACTED,
        DEFAULT_TRANSACTION_MANAGER,
        DEFAULT_CLIENT,
        SIMPLE_TRANSACTED,
        SIMPLE_CLIENT;

        AbstractMessageListenerContainer container(ConnectionFactory connections) {
            return switch (this) {
                case DEFAULT_TRANSACTED -> transacted(polling(QUICK_MILLIS));
                case DEFAULT_TRANSACTION_MANAGER -> {
                    DefaultMessageListenerContainer made = polling(QUICK_MILLIS);
                    made.setTransactionManager(new JmsTransactionManager(connections));
                    yield made;
                }
                case DEFAULT_CLIENT -> acknowledging(polling(QUICK_MILLIS), Session.CLIENT_ACKNOWLEDGE);
                case SIMPLE_TRANSACTED -> transacted(new SimpleMessageListenerContainer());
                case SIMPLE_CLIENT -> acknowledging(new SimpleMessageListenerContainer(), Session.CLIENT_ACKNOWLEDGE);
            };
        }
    }

    static DefaultMessageListenerContainer polling(long receiveTimeoutMillis) {
        DefaultMessageListenerContainer made = new DefaultMessageListenerContainer();
        made.setReceiveTimeout(receiveTimeoutMillis);
        made.setTaskExecutor(new SimpleAsyncTaskExecutor("listening-"));
        return made;
    }

    static <C extends AbstractMessageListenerContainer> C transacted(C made) {
        made.setSessionTransacted(true);
        return made;
    }

    static <C extends AbstractMessageListenerContainer> C acknowledging(C made, int mode) {
        made.setSessionAcknowledgeMode(mode);
        return made;
    }

    private void start(AbstractMessageListenerContainer made, String queue, Object listener) {
        start(made, factory, queue, listener);
    }

    private void start(
            AbstractMessageListenerContainer made, ConnectionFactory connections, String queue, Object listener) {
        container = made;
        made.setConnectionFactory(connections);
        made.setDestinationName(queue);
        made.setMessageListener(listener);
        made.setErrorHandler(ignored -> {});
        made.afterPropertiesSet();
        made.start();
    }

    @AfterEach
    final void shutDown() {
        if (container != null) {
            container.shutdown();
            // A stopped container keeps references to its closed sessions.
            container = null;
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                DefaultMessageListenerContainer.CACHE_NONE,
                DefaultMessageListenerContainer.CACHE_CONNECTION,
                DefaultMessageListenerContainer.CACHE_SESSION,
                DefaultMessageListenerContainer.CACHE_CONSUMER
            })
    @DisplayName("with each cache level, an idle container gets messages immediately and in order")
    void shouldBeWokenByAMessage(int cacheLevel) throws Exception {
        String queue = queue("idle" + cacheLevel);
        BlockingQueue<String> seen = sightings();
        DefaultMessageListenerContainer idle = transacted(polling(NEVER_MILLIS));
        idle.setCacheLevel(cacheLevel);
        start(idle, queue, (MessageListener)
                message -> seen.add(Seen.of(message).text()));
        for (int i = 0; i < 10; i++) {
            Footprint.awaitReceiving("listening-");
            template.convertAndSend(queue, "m" + i);
            assertThat(next(seen)).isEqualTo("m" + i);
        }
        // The current receive would otherwise delay the shutdown for minutes.
        idle.setReceiveTimeout(QUICK_MILLIS);
        template.convertAndSend(queue, "last");
        assertThat(next(seen)).isEqualTo("last");
    }

    @Test
    @DisplayName("RCV-22 a task executor that shuts down ends a receive without a timeout, and with it the container")
    void shouldEndWithItsExecutor() throws Exception {
        String queue = queue("interrupted");
        BlockingQueue<Seen> seen = sightings();
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("listening-");
        executor.initialize();
        DefaultMessageListenerContainer waiting = transacted(polling(JmsTemplate.RECEIVE_TIMEOUT_INDEFINITE_WAIT));
        waiting.setTaskExecutor(executor);
        start(waiting, queue, (MessageListener) message -> seen.add(Seen.of(message)));
        template.convertAndSend(queue, "before");
        assertThat(next(seen)).isEqualTo(new Seen("before", 1, false));
        Footprint.awaitReceiving("listening-");

        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(waiting::shutdown);
        executor.shutdown();
        assertThat(executor.getThreadPoolExecutor().awaitTermination(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .as("the threads of the executor have ended")
                .isTrue();
        shutdown.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        template.convertAndSend(queue, "after");
        Message after = template.receive(queue);
        assertThat(Seen.of(after)).isEqualTo(new Seen("after", 1, false));
        assertThat(seen).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Redelivering.class)
    @DisplayName(
            "RCV-07 a message whose listener throws is redelivered and counted, and dead-lettered after the maximum")
    void shouldRedeliver(Redelivering kind) throws Exception {
        String queue = queue("again-" + kind, QueueOptions.defaults().withMaxDeliveryCount(3));
        BlockingQueue<Seen> seen = sightings();
        start(kind.container(factory), queue, (MessageListener) message -> {
            Seen one = Seen.of(message);
            seen.add(one);
            if (one.text().equals("poison") || one.deliveryCount() == 1) {
                throw new IllegalArgumentException("refused: " + one);
            }
        });
        template.convertAndSend(queue, "twice");
        assertThat(next(seen)).isEqualTo(new Seen("twice", 1, false));
        assertThat(next(seen)).isEqualTo(new Seen("twice", 2, true));
        template.convertAndSend(queue, "poison");
        for (int delivery = 1; delivery <= 3; delivery++) {
            assertThat(next(seen)).isEqualTo(new Seen("poison", delivery, delivery > 1));
        }
        Message dead = template.receive(queue + DEAD_LETTERS);
        assertThat(dead.getBody(String.class)).isEqualTo("poison");
        assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("MaxDeliveryCountExceeded");
        eventually("no message is stored", () -> stored(queue) == 0);
        assertThat(seen).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("an AUTO_ACKNOWLEDGE listener that throws loses its message in both containers, as Spring documents")
    void shouldLoseWhatAnAutomaticListenerRefuses(boolean simple) throws Exception {
        String queue = queue("auto");
        BlockingQueue<Seen> seen = sightings();
        start(simple ? new SimpleMessageListenerContainer() : polling(QUICK_MILLIS), queue, (MessageListener)
                message -> {
                    seen.add(Seen.of(message));
                    throw new IllegalArgumentException("refused");
                });
        template.convertAndSend(queue, "lost");
        template.convertAndSend(queue, "lost too");
        assertThat(next(seen)).isEqualTo(new Seen("lost", 1, false));
        assertThat(next(seen)).isEqualTo(new Seen("lost too", 1, false));
        eventually("no message is stored", () -> stored(queue) == 0);
        assertThat(stored(queue + DEAD_LETTERS)).isZero();
    }

    @Test
    @DisplayName("the number of consumers grows with the load and shrinks afterwards, and leaves no objects behind")
    void shouldScale() throws Exception {
        String queue = queue("scale");
        int most = 4;
        CyclicBarrier allAtWork = new CyclicBarrier(most + 1);
        DefaultMessageListenerContainer scaling = transacted(polling(QUICK_MILLIS / 4));
        scaling.setConcurrency("1-" + most);
        start(scaling, queue, (MessageListener) message -> await(allAtWork));
        Footprint.awaitReceiving("listening-");
        Footprint idle = Footprint.now();
        for (int i = 0; i < 2 * most; i++) {
            template.convertAndSend(queue, "m" + i);
        }
        await(allAtWork);
        await(allAtWork);
        assertThat(scaling.getScheduledConsumerCount()).isEqualTo(most);
        eventually("one consumer is left", () -> scaling.getScheduledConsumerCount() == 1);
        eventually("no message is stored", () -> stored(queue) == 0);
        idle.awaitNoMoreOfConnections();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (Exception e) {
            throw new AssertionError("the listeners did not run at the same time", e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("a shutdown waits for the running listener and its commit, and leaves other messages uncounted")
    void shouldShutDownCleanly(boolean simple) throws Exception {
        String queue = queue("clean");
        BlockingQueue<String> begun = sightings();
        CountDownLatch mayEnd = new CountDownLatch(1);
        start(
                transacted(simple ? new SimpleMessageListenerContainer() : polling(QUICK_MILLIS)),
                queue,
                (MessageListener) message -> {
                    begun.add(Seen.of(message).text());
                    await(mayEnd);
                });
        for (int i = 0; i < 5; i++) {
            template.convertAndSend(queue, "m" + i);
        }
        assertThat(next(begun)).isEqualTo("m0");
        AbstractMessageListenerContainer ending = container;
        Thread closing = new Thread(this::shutDown, "closing");
        closing.start();
        eventually("the shutdown has begun", () -> !ending.isRunning());
        mayEnd.countDown();
        closing.join(TIMEOUT_MILLIS);
        assertThat(closing.isAlive()).isFalse();

        int done = 1 + begun.size();
        assertThat(stored(queue)).isEqualTo(5 - done);
        for (int i = done; i < 5; i++) {
            assertThat(Seen.of(template.receive(queue))).isEqualTo(new Seen("m" + i, 1, false));
        }
        // The container's own references are no leak as long as nothing is open.
        assertThat(ending.isActive()).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("a template in a listener joins the listener's session, so that its sends commit with the message")
    void shouldSendInTheListenersTransaction() throws Exception {
        String in = queue("joined-in");
        String out = queue("joined-out");
        AtomicBoolean first = new AtomicBoolean(true);
        start(transacted(polling(QUICK_MILLIS)), in, (MessageListener) message -> {
            template.convertAndSend(out, "of delivery " + Seen.of(message).deliveryCount());
            if (first.getAndSet(false)) {
                throw new IllegalArgumentException("refused");
            }
        });
        template.convertAndSend(in, "order");
        assertThat(receiveText(out)).isEqualTo("of delivery 2");
        eventually("no message is stored", () -> stored(in) == 0);
        assertEmpty(out);
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.CLIENT_ACKNOWLEDGE, RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE})
    @DisplayName(
            "RCV-09 RCV-10 the container's acknowledgement skips a message that its listener has settled by PeekLock")
    void shouldLetTheListenerSettle(int mode) throws Exception {
        String queue = queue("settled" + mode);
        BlockingQueue<Seen> seen = sightings();
        start(acknowledging(polling(QUICK_MILLIS), mode), queue, (SessionAwareMessageListener<Message>)
                (message, session) -> {
                    Seen one = Seen.of(message);
                    seen.add(one);
                    if (one.text().equals("bad")) {
                        PeekLock.of(message).deadLetter("Bad", "as its text says", Map.of());
                    } else if (one.deliveryCount() == 1) {
                        PeekLock.of(message).abandon(Map.of(), Duration.ofMillis(20));
                    }
                });
        template.convertAndSend(queue, "bad");
        assertThat(next(seen)).isEqualTo(new Seen("bad", 1, false));
        template.convertAndSend(queue, "later");
        assertThat(next(seen)).isEqualTo(new Seen("later", 1, false));
        assertThat(next(seen)).isEqualTo(new Seen("later", 2, true));
        assertThat(template.receive(queue + DEAD_LETTERS).getStringProperty("DeadLetterReason"))
                .isEqualTo("Bad");
        eventually("no message is stored", () -> stored(queue) == 0);
        assertThat(seen).isEmpty();
    }

    @Test
    @DisplayName("RCV-05 with autoRenewLocksFor a CLIENT_ACKNOWLEDGE listener may take longer than the lock duration")
    void shouldRenewTheLockOfASlowListener() throws Exception {
        String queue = queue("slow", QueueOptions.defaults().withLockDuration(Duration.ofMillis(300)));
        BlockingQueue<Seen> seen = sightings();
        try (RestanteConnectionFactory renewing = newFactory()) {
            renewing.setAutoRenewLocksFor(Duration.ofMinutes(1));
            start(acknowledging(polling(QUICK_MILLIS), Session.CLIENT_ACKNOWLEDGE), renewing, queue, (MessageListener)
                    message -> {
                        Instant received = Instant.now();
                        PeekLock lock = PeekLock.of(message);
                        eventually(
                                "the lock was renewed beyond its first end",
                                () -> Instant.now().isAfter(received.plusMillis(700))
                                        && lock.lockedUntil().isAfter(Instant.now()));
                        seen.add(Seen.of(message));
                    });
            template.convertAndSend(queue, "slow");
            assertThat(next(seen)).isEqualTo(new Seen("slow", 1, false));
            eventually("no message is stored", () -> stored(queue) == 0);
            shutDown();
        }
        assertThat(seen).isEmpty();
        assertThat(stored(queue + DEAD_LETTERS)).isZero();
    }
}
