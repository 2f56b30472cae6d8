package dev.restante.test;

import static dev.restante.test.RestanteAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.restante.MovableClock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.testkit.engine.EngineTestKit;

@ExtendWith(RestanteExtension.class)
final class RestanteExtensionTest {

    private static final Duration SOON = Duration.ofMillis(50);

    private static void send(ConnectionFactory factory, String queue, String text) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().setProperty("kind", 7).send(context.createQueue(queue), text);
        }
    }

    @Test
    @DisplayName("assertions read a queue without removing its messages")
    void shouldLook(TestStore store) {
        send(store.factory(), "jobs", "first");
        send(store.factory(), "jobs", "second");
        assertThat(store.queue("jobs"))
                .hasAvailable(2)
                .hasNext()
                .withText("first")
                .withProperty("kind", 7);
        assertThat(store.queue("jobs")).hasAvailable(2);
        assertThatThrownBy(() -> assertThat(store.queue("jobs")).hasNext().withText("second"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the text second, but found first");
        assertThatThrownBy(() -> assertThat(store.queue("jobs")).within(SOON).isEmpty())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Expecting queue jobs to be empty, but it has")
                .hasMessageContaining("2 available, 0 in flight")
                .hasMessageContaining("AVAILABLE, deliveries 0: \"first\"")
                .hasMessageContaining(
                        "The clock of the store stands still at 2026-01-01T00:00:00Z. To let later events");
        assertThatThrownBy(() -> assertThat(store.queue("none")).within(SOON).isEmpty())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("none");
    }

    @Test
    @DisplayName("assertions check the dead-letter reason and the delivery count")
    void shouldTellReasons(TestStore store) throws JMSException {
        TestQueue jobs = store.createQueue("jobs", QueueOptions.defaults().withMaxDeliveryCount(2));
        send(store.factory(), "jobs", "bad");
        try (JMSContext context = store.factory().createContext(Session.SESSION_TRANSACTED)) {
            JMSConsumer consumer = context.createConsumer(context.createQueue("jobs"));
            consumer.receive(1_000);
            assertThat(jobs).hasInFlight(1);
            consumer.close();
            context.rollback();
            assertThat(jobs).hasNext().withDeliveryCount(1);
            context.createConsumer(context.createQueue("jobs")).receive(1_000);
            context.rollback();
        }
        assertThat(jobs).isEmpty().hasDeadLettered(1).hasDeadLetterWithReason("MaxDeliveryCountExceeded");
        assertThat(jobs).hasDeadLetter().withText("bad").withDeadLetterReason("MaxDeliveryCountExceeded");
        assertThatThrownBy(() -> assertThat(jobs).within(SOON).hasDeadLetterWithReason("Other"))
                .hasMessageContaining("but had [MaxDeliveryCountExceeded]");
    }

    @Test
    @DisplayName("the clock of a store stands still until the test moves it")
    void shouldMoveTheClock(TestStore store, MovableClock clock) {
        try (JMSContext context = store.factory().createContext()) {
            Queue jobs = context.createQueue("jobs");
            context.createProducer().setDeliveryDelay(3_600_000).send(jobs, "later");
            context.createProducer().setTimeToLive(60_000).send(jobs, "short");
            assertThat(store.queue("jobs")).hasScheduled(1).hasAvailable(1);
            assertThat(clock.instant()).isEqualTo(TestStore.START);
            clock.advance(Duration.ofMinutes(2));
            assertThat(store.queue("jobs")).hasAvailable(0).hasScheduled(1);
            clock.advance(Duration.ofHours(1));
            assertThat(store.queue("jobs")).hasAvailable(1).hasNext().withText("later");
        }
    }

    @Test
    @DisplayName("an assertion waits for a listener in another thread")
    void shouldAwaitListeners(TestStore store) throws JMSException {
        TestQueue jobs = store.createQueue("jobs", QueueOptions.defaults());
        try (JMSContext context = store.factory().createContext()) {
            List<Message> got = Collections.synchronizedList(new ArrayList<>());
            JMSConsumer consumer = context.createConsumer(context.createQueue("jobs"));
            consumer.setMessageListener(got::add);
            send(store.factory(), "jobs", "one");
            assertThat(jobs).isEmpty();
            assertThat(got).hasSize(1);
        }
    }

    /** Parameters that JUnit injects. */
    @Nested
    final class Parameters {

        private TestStore ofSetUp;

        @BeforeEach
        void setUp(TestStore store) {
            ofSetUp = store;
        }

        @Test
        void shouldGiveOneStoreToATest(
                TestStore store,
                ConnectionFactory factory,
                RestanteConnectionFactory ours,
                RestanteAdmin admin,
                MovableClock clock) {
            assertThat(store).isSameAs(ofSetUp);
            assertThat(factory).isSameAs(store.factory()).isSameAs(ours);
            assertThat(admin).isSameAs(store.admin());
            assertThat(clock).isSameAs(store.clock());
        }
    }

    @Test
    @DisplayName("each test has its own store, which is closed after the test")
    void shouldIsolate() {
        Isolated.STORES.clear();
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Isolated.class))
                .execute()
                .testEvents()
                .assertStatistics(counts -> counts.started(2).succeeded(2));
        assertThat(Isolated.STORES).hasSize(2).doesNotHaveDuplicates();
        for (TestStore closed : Isolated.STORES) {
            assertThatThrownBy(() -> closed.admin().queues()).isInstanceOf(JMSException.class);
        }
    }

    /** Test class that a test executes. */
    @ExtendWith(RestanteExtension.class)
    static final class Isolated {

        static final List<TestStore> STORES = Collections.synchronizedList(new ArrayList<>());

        @Test
        void one(TestStore store) {
            use(store);
        }

        @Test
        void other(TestStore store) {
            use(store);
        }

        private static void use(TestStore store) {
            STORES.add(store);
            send(store.factory(), "jobs", "mine");
            assertThat(store.queue("jobs")).hasAvailable(1);
        }
    }
}
