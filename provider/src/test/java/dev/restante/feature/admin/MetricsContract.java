package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.admin.TopicOptions;
import dev.restante.metrics.RestanteMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Micrometer meters of the statistics. */
public abstract class MetricsContract extends JmsContract {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = factory.admin();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
        registry.close();
    }

    private RestanteMetrics metrics(Duration kept) {
        return new RestanteMetrics(factory, EntityFilter.all(), kept, Tags.empty());
    }

    private RequiredSearch meter(String name, String entity) {
        return registry.get(name).tag("entity", entity);
    }

    private double gauge(String name, String entity) {
        return meter(name, entity).gauge().value();
    }

    private double count(String name, String entity) {
        return meter(name, entity).functionCounter().count();
    }

    private Set<String> entities() {
        registry.get("restante.entities").gauge().value();
        return registry.find("restante.messages.sent").meters().stream()
                .map(meter -> meter.getId().getTag("kind") + " " + meter.getId().getTag("entity"))
                .collect(Collectors.toSet());
    }

    @Test
    @DisplayName("VIS-10 each queue has meters for message states, ages and throughput, in base units")
    void shouldMeasureQueues() throws JMSException {
        Queue queue = session.createQueue("q");
        send(session, queue, "locked", "deferred", "dead", "completed");
        try (RestanteMetrics metrics = metrics(Duration.ZERO);
                MessageConsumer consumer = session.createConsumer(queue);
                MessageProducer producer = session.createProducer(queue)) {
            Message locked = receive(consumer);
            PeekLock.of(receive(consumer)).defer();
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
            PeekLock.of(receive(consumer)).complete();
            metrics.bindTo(registry);
            assertThat(gauge("restante.messages.oldest.age", "q")).isZero();
            producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
            producer.send(session.createTextMessage("scheduled"));
            producer.setDeliveryDelay(0);
            producer.send(session.createTextMessage("old"));
            time.jump(Duration.ofSeconds(10));
            producer.send(session.createTextMessage("new"));
            assertThat(gauge("restante.messages.available", "q")).isEqualTo(2);
            assertThat(gauge("restante.messages.in.flight", "q")).isEqualTo(1);
            assertThat(gauge("restante.messages.scheduled", "q")).isEqualTo(1);
            assertThat(gauge("restante.messages.deferred", "q")).isEqualTo(1);
            assertThat(gauge("restante.messages.dead.lettered", "q")).isEqualTo(1);
            assertThat(gauge("restante.messages.available", "q/$DeadLetterQueue"))
                    .isEqualTo(1);
            assertThat(gauge("restante.messages.oldest.age", "q")).isBetween(10.0, 30.0);
            assertThat(meter("restante.messages.oldest.age", "q")
                            .gauge()
                            .getId()
                            .getBaseUnit())
                    .isEqualTo("seconds");
            assertThat(gauge("restante.expiry.lag", "q")).isZero();
            assertThat(count("restante.messages.sent", "q")).isEqualTo(7);
            assertThat(count("restante.messages.received", "q")).isEqualTo(4);
            assertThat(count("restante.messages.completed", "q")).isEqualTo(1);
            assertThat(count("restante.locks.lost", "q")).isZero();
            time.jump(Duration.ofMinutes(1));
            eventually("the lock is lost", () -> count("restante.locks.lost", "q") == 1);
            assertThat(locked.getJMSMessageID()).isNotNull();
        }
    }

    @Test
    @DisplayName("VIS-10 statistics of all entities together equal the statistics of each entity")
    void shouldAgreeWithEachEntity() throws JMSException {
        Queue queue = session.createQueue("a");
        send(session, queue, "1", "2", "3");
        try (MessageProducer producer = session.createProducer(session.createQueue("b"))) {
            producer.setPriority(9);
            time.jump(Duration.ofSeconds(5));
            producer.send(session.createTextMessage("urgent"));
            producer.setPriority(1);
            producer.send(session.createTextMessage("later"));
        }
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            receive(consumer);
            StoreStatistics all = admin.statisticsOf(EntityFilter.all());
            assertThat(all.queues().keySet())
                    .extracting(EntitySummary::name)
                    .containsExactly("a", "a/$DeadLetterQueue", "b", "b/$DeadLetterQueue");
            for (EntitySummary entity : all.queues().keySet()) {
                var one = admin.statistics(entity.name());
                var found = all.queues().get(entity);
                assertThat(found)
                        .as(entity.name())
                        .usingRecursiveComparison()
                        .ignoringFields("oldestAge", "throughput")
                        .isEqualTo(one);
                assertThat(found.oldestAge() == null).isEqualTo(one.oldestAge() == null);
                assertThat(found.throughput().sent()).isEqualTo(one.throughput().sent());
            }
            assertThat(all.queues().values())
                    .anySatisfy(b -> assertThat(b.available()).isEqualTo(2));
        }
        assertThat(admin.statisticsOf(EntityFilter.all().withNamePattern("b")).queues())
                .hasSize(1);
    }

    @Test
    @DisplayName("VIS-10 meters of topics and subscriptions appear and disappear with their entities")
    void shouldFollowEntities() throws JMSException {
        try (RestanteMetrics metrics = metrics(Duration.ZERO)) {
            metrics.bindTo(registry);
            assertThat(entities()).isEmpty();
            assertThat(registry.get("restante.entities").gauge().value()).isZero();
            admin.topics().create("news", TopicOptions.defaults());
            admin.topics().createSubscription("news", null, "s", true, null, QueueOptions.defaults());
            Topic topic = session.createTopic("news");
            try (MessageProducer producer = session.createProducer(topic)) {
                producer.send(session.createTextMessage("a"));
            }
            assertThat(entities())
                    .contains("topic news", "subscription news/Subscriptions/:s")
                    .hasSize(3);
            assertThat(entities()).anyMatch(entity -> entity.startsWith("dead-letter-queue "));
            assertThat(gauge("restante.subscriptions", "news")).isEqualTo(1);
            assertThat(count("restante.messages.sent", "news")).isEqualTo(1);
            assertThat(gauge("restante.messages.available", "news/Subscriptions/:s"))
                    .isEqualTo(1);
            admin.topics().deleteSubscription(null, "s", true);
            assertThat(entities()).containsExactly("topic news");
            admin.topics().delete("news");
            assertThat(entities()).isEmpty();
            admin.createQueue("q", QueueOptions.defaults());
            assertThat(entities()).contains("queue q");
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    @DisplayName("VIS-10 one query of the store serves all meters, and its result is kept for a while")
    void shouldKeepOneLook() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults());
        admin.createQueue("r", QueueOptions.defaults());
        try (RestanteMetrics metrics = metrics(Duration.ofDays(1))) {
            metrics.bindTo(registry);
            send(session, session.createQueue("q"), "a");
            send(session, session.createQueue("r"), "a");
            registry.getMeters().forEach(Meter::measure);
            assertThat(gauge("restante.messages.available", "q")).isZero();
            assertThat(gauge("restante.messages.available", "r")).isZero();
        }
        try (RestanteMetrics metrics = metrics(Duration.ZERO)) {
            metrics.bindTo(registry);
            assertThat(gauge("restante.messages.available", "q")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("VIS-10 temporary queues have no meters by default, and common tags are on all meters")
    void shouldLeaveTemporaryOut() throws JMSException {
        session.createTemporaryQueue();
        admin.createQueue("q", QueueOptions.defaults());
        try (RestanteMetrics byDefault = new RestanteMetrics(factory);
                RestanteMetrics tagged = new RestanteMetrics(
                        factory, EntityFilter.all().withNamePattern("q"), Duration.ZERO, Tags.of("store", "one"))) {
            byDefault.bindTo(registry);
            assertThat(entities()).containsExactlyInAnyOrder("queue q", "dead-letter-queue q/$DeadLetterQueue");
            registry.clear();
            byDefault.close();
            tagged.bindTo(registry);
            tagged.bindTo(registry);
            assertThat(registry.getMeters()).hasSize(13).allSatisfy(meter -> assertThat(
                            meter.getId().getTag("store"))
                    .isEqualTo("one"));
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    @DisplayName("VIS-10 while the store is unavailable, gauges are NaN and counters stay, without an exception")
    void shouldSurviveALostStore() throws JMSException {
        Queue queue = session.createQueue("q");
        send(session, queue, "a");
        try (RestanteMetrics metrics = metrics(Duration.ZERO)) {
            metrics.bindTo(registry);
            FunctionCounter sent = meter("restante.messages.sent", "q").functionCounter();
            Gauge available = meter("restante.messages.available", "q").gauge();
            assertThat(sent.count()).isEqualTo(1);
            factory.close();
            assertThat(available.value()).isNaN();
            assertThat(registry.get("restante.entities").gauge().value()).isNaN();
            assertThat(sent.count()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("VIS-10 sends, deliveries, processing and settlements are timed for each queue")
    void shouldTimeOperations() throws JMSException {
        Queue queue = session.createQueue("q");
        try (RestanteMetrics metrics = metrics(Duration.ZERO);
                MessageConsumer consumer = session.createConsumer(queue)) {
            send(session, queue, "before");
            metrics.bindTo(registry);
            send(session, queue, "a", "b");
            time.jump(Duration.ofSeconds(7));
            for (int i = 0; i < 2; i++) {
                receive(consumer);
            }
            Message last = receive(consumer);
            time.jump(Duration.ofSeconds(3));
            last.acknowledge();
            assertThat(timer("restante.send").tag("error", "none").timer().count())
                    .isEqualTo(2);
            Timer delivery = timer("restante.delivery.wait").timer();
            assertThat(delivery.count()).isEqualTo(3);
            assertThat(delivery.max(TimeUnit.SECONDS)).isBetween(7.0, 30.0);
            Timer processing = timer("restante.processing").timer();
            assertThat(processing.count()).isEqualTo(3);
            assertThat(processing.totalTime(TimeUnit.SECONDS)).isBetween(9.0, 90.0);
            assertThat(timer("restante.settlement")
                            .tags("settlement", "complete", "error", "none")
                            .timer()
                            .count())
                    .as("calls that completed the messages")
                    .isEqualTo(1);
            send(session, queue, "c");
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
            assertThat(timer("restante.settlement")
                            .tag("settlement", "dead-letter")
                            .timer()
                            .count())
                    .isEqualTo(1);
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    @DisplayName("VIS-10 a rejected send is timed with its error, and the timers of a deleted queue are removed")
    void shouldTimeRefusals() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults());
        try (RestanteMetrics metrics = metrics(Duration.ZERO)) {
            metrics.bindTo(registry);
            admin.disable("q");
            assertThatThrownBy(() -> send(session, session.createQueue("q"), "a"))
                    .isInstanceOf(JMSException.class);
            assertThat(timer("restante.send")
                            .tag("error", "JMSException")
                            .timer()
                            .count())
                    .isEqualTo(1);
            admin.deleteQueue("q");
            entities();
            assertThat(registry.find("restante.send").timers()).isEmpty();
        }
    }

    private RequiredSearch timer(String name) {
        return meter(name, "q").tag("kind", "queue");
    }
}
