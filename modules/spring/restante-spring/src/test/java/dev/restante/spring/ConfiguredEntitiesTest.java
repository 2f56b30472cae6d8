package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import jakarta.jms.JMSException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Configured queues and topics")
class ConfiguredEntitiesTest {

    private RestanteConnectionFactory factory;
    private RestanteAdmin admin;

    @BeforeEach
    void open() throws JMSException {
        factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:entities");
        admin = factory.admin();
    }

    @AfterEach
    void close() throws JMSException {
        admin.close();
        factory.close();
    }

    /** Applies a configuration and returns the log output. */
    static String log(ConfiguredEntities entities, RestanteAdmin admin) throws JMSException {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            entities.apply(admin);
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    private String apply(EntityManagement management, Map<String, ?> queues, Map<String, ?> topics)
            throws JMSException {
        return log(new ConfiguredEntities(queues, topics, Map.of(), Map.of(), management), admin);
    }

    private String apply(EntityManagement management, Map<String, ?> options) throws JMSException {
        return apply(management, Map.of("shop.orders", options), Map.of());
    }

    private QueueOptions options() throws JMSException {
        return admin.queue("shop.orders").options();
    }

    @Test
    @DisplayName(
            "queues and topics are created with their configured options, which can be hyphenated, and other defaults")
    void shouldCreate() throws JMSException {
        apply(
                EntityManagement.CREATE,
                Map.of(
                        "default-time-to-live",
                        "10m",
                        "maxDeliveryCount",
                        3,
                        "redelivery-back-off",
                        Map.of("initial", "5s")));
        assertThat(options())
                .isEqualTo(QueueOptions.defaults()
                        .withTexts(Map.of(
                                "defaultTimeToLive", "10m",
                                "maxDeliveryCount", "3",
                                "redeliveryBackOff.initial", "5s")));
        apply(
                EntityManagement.CREATE,
                Map.of(),
                Map.of("shop.news", Map.of("default-time-to-live", "1h"), "plain", ""));
        assertThat(admin.topics().topic("shop.news").options()).isEqualTo(new TopicOptions(Duration.ofHours(1)));
        assertThat(admin.topics().topic("plain").options()).isEqualTo(TopicOptions.defaults());
    }

    @Test
    @DisplayName("a queue is created after the queues and topics to which it forwards or dead-letters")
    void shouldCreateTargetsFirst() throws JMSException {
        apply(
                EntityManagement.CREATE,
                Map.of(
                        "a", Map.of("dead-letter-to", "b", "forward-to-topic", "t"),
                        "b", Map.of("forward-to", "c"),
                        "c", ""),
                Map.of("t", ""));
        assertThat(admin.queue("a").options().deadLetterTo()).isEqualTo("b");
        assertThat(admin.queue("b").options().forwardTo()).isEqualTo("c");
    }

    @Test
    @DisplayName("a new dead-letter queue gets its configured options, and an existing one only in mode update")
    void shouldConfigureDeadLetterQueues() throws JMSException {
        Map<String, ?> subscription = Map.of("sports", Map.of("topic", "news"));
        String ofQueue = "orders/$DeadLetterQueue";
        String ofSubscription = "news/Subscriptions/:sports/$DeadLetterQueue";
        for (String minutes : List.of("3", "4")) {
            Map<String, ?> options = Map.of("default-time-to-live", minutes + "m");
            Map<String, ?> queues = Map.of(ofQueue, options, "orders", "", ofSubscription, options);
            String log = log(
                    new ConfiguredEntities(queues, Map.of(), subscription, Map.of(), EntityManagement.CREATE), admin);
            for (String each : List.of(ofQueue, ofSubscription)) {
                assertThat(admin.options(each).defaultTimeToLive()).hasMinutes(3);
                assertThat(log.contains("Queue '" + each + "' has options that differ"))
                        .isEqualTo(minutes.equals("4"));
            }
        }
    }

    @Test
    @DisplayName("differences are logged, and only mode update changes options, but only configured ones")
    void shouldUpdateOnDemand() throws JMSException {
        admin.createQueue("shop.orders", QueueOptions.defaults().withLockDuration(Duration.ofMinutes(2)));
        admin.topics().create("news", TopicOptions.defaults().withDeletionProtected(true));
        for (EntityManagement cautious : new EntityManagement[] {EntityManagement.NONE, EntityManagement.CREATE}) {
            assertThat(apply(cautious, Map.of("max-delivery-count", "3")))
                    .contains(
                            "WARN",
                            "Queue 'shop.orders' has options that differ from the configured options"
                                    + " {maxDeliveryCount=3}");
            assertThat(apply(cautious, Map.of(), Map.of("news", Map.of("default-time-to-live", "1h"))))
                    .contains(
                            "WARN",
                            "Topic 'news' has options that differ from the configured options {defaultTimeToLive=1h}");
        }
        assertThat(options().maxDeliveryCount()).isEqualTo(10);
        apply(
                EntityManagement.UPDATE,
                Map.of("shop.orders", Map.of("max-delivery-count", "3")),
                Map.of("news", Map.of("default-time-to-live", "1h")));
        assertThat(options().maxDeliveryCount()).isEqualTo(3);
        assertThat(options().lockDuration()).isEqualTo(Duration.ofMinutes(2));
        assertThat(admin.topics().topic("news").options())
                .isEqualTo(new TopicOptions(Duration.ofHours(1)).withDeletionProtected(true));
        assertThat(apply(EntityManagement.CREATE, Map.of("max-delivery-count", "3")))
                .as("differences from the configured options")
                .isEmpty();
    }

    @Test
    @DisplayName("mode none creates nothing and logs the missing queues and topics")
    void shouldManageNothing() throws JMSException {
        assertThat(apply(EntityManagement.NONE, Map.of("shop.orders", ""), Map.of("news", "")))
                .contains("Queue 'shop.orders' is configured but does not exist", "Topic 'news' is configured");
        assertThat(admin.queues()).isEmpty();
        assertThat(admin.topics().list()).isEmpty();
    }

    @Test
    @DisplayName("an unknown option or an invalid value is rejected before any change")
    void shouldRefuse() {
        assertThatExceptionOfType(StoreConfigurationException.class)
                .isThrownBy(() -> apply(EntityManagement.CREATE, Map.of("time-to-live", "10m")))
                .withMessageContaining("restante.queues.shop.orders.time-to-live")
                .satisfies(refusal -> assertThat(refusal.remedy()).contains("defaultTimeToLive"));
        assertThatExceptionOfType(StoreConfigurationException.class)
                .isThrownBy(() -> apply(EntityManagement.CREATE, Map.of("max-delivery-count", "0")))
                .withMessageContaining("maxDeliveryCount");
        assertThatExceptionOfType(StoreConfigurationException.class)
                .as("configuring an option of queues for a topic")
                .isThrownBy(() ->
                        apply(EntityManagement.CREATE, Map.of(), Map.of("news", Map.of("max-delivery-count", "3"))))
                .withMessageContaining("restante.topics.news.max-delivery-count");
    }

    @Test
    @DisplayName("a failure of the store names the property")
    void shouldTellRefusals() {
        assertThatExceptionOfType(StoreConfigurationException.class)
                .isThrownBy(() -> apply(EntityManagement.CREATE, Map.of("dead-letter-to", "nowhere")))
                .withMessageContaining("restante.queues.shop.orders")
                .withMessageContaining("nowhere");
    }
}
