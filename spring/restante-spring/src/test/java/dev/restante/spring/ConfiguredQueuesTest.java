package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Queues of the configuration")
class ConfiguredQueuesTest {

    private RestanteConnectionFactory factory;
    private RestanteAdmin admin;

    @BeforeEach
    void open() throws JMSException {
        factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:queues");
        admin = factory.admin();
    }

    @AfterEach
    void close() throws JMSException {
        admin.close();
        factory.close();
    }

    private void apply(QueueManagement management, Map<String, String> options) throws JMSException {
        new ConfiguredQueues(Map.of("shop.orders", options), management).apply(admin);
    }

    private QueueOptions options() throws JMSException {
        return admin.queue("shop.orders").options();
    }

    @Test
    @DisplayName("are created with their options, whose names may have hyphens; what is not configured is the default")
    void shouldCreate() throws JMSException {
        apply(
                QueueManagement.CREATE,
                Map.of(
                        "default-time-to-live", "10m",
                        "maxDeliveryCount", "3",
                        "redelivery-back-off.initial", "5s"));
        assertThat(options())
                .isEqualTo(QueueOptions.defaults()
                        .configured(Map.of(
                                "defaultTimeToLive", "10m",
                                "maxDeliveryCount", "3",
                                "redeliveryBackOff.initial", "5s")));
    }

    @Test
    @DisplayName("are left alone if they differ, unless they are to be updated: then only what is configured changes")
    void shouldUpdateOnDemand() throws JMSException {
        admin.createQueue("shop.orders", QueueOptions.defaults().withLockDuration(Duration.ofMinutes(2)));
        apply(QueueManagement.CREATE, Map.of("max-delivery-count", "3"));
        assertThat(options().maxDeliveryCount()).isEqualTo(10);
        apply(QueueManagement.UPDATE, Map.of("max-delivery-count", "3"));
        assertThat(options().maxDeliveryCount()).isEqualTo(3);
        assertThat(options().lockDuration()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    @DisplayName("are not created where nothing is to be managed")
    void shouldManageNothing() throws JMSException {
        apply(QueueManagement.NONE, Map.of());
        assertThat(admin.queues()).isEmpty();
    }

    @Test
    @DisplayName("are refused with an option or a value that there is not, before anything happens")
    void shouldRefuse() {
        assertThatExceptionOfType(StoreRefusedException.class)
                .isThrownBy(() -> apply(QueueManagement.CREATE, Map.of("time-to-live", "10m")))
                .withMessageContaining("restante.queues.shop.orders.time-to-live")
                .satisfies(refusal -> assertThat(refusal.remedy()).contains("defaultTimeToLive"));
        assertThatExceptionOfType(StoreRefusedException.class)
                .isThrownBy(() -> apply(QueueManagement.CREATE, Map.of("max-delivery-count", "0")))
                .withMessageContaining("maxDeliveryCount");
    }
}
