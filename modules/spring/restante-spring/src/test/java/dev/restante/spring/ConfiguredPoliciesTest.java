package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.PolicyKind;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Configured policies")
class ConfiguredPoliciesTest {

    private RestanteConnectionFactory factory;
    private RestanteAdmin admin;

    @BeforeEach
    void open() throws JMSException {
        factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:policies");
        admin = factory.admin();
    }

    @AfterEach
    void close() throws JMSException {
        admin.close();
        factory.close();
    }

    private String apply(EntityManagement management, Map<String, ?> policy) throws JMSException {
        return ConfiguredEntitiesTest.log(
                new ConfiguredEntities(
                        Map.of("orders.dead", ""), Map.of(), Map.of(), Map.of("orders", policy), management),
                admin);
    }

    @Test
    @DisplayName("POL-06 a policy is set after the queues that it names, and applies to later queues")
    void shouldSet() throws JMSException {
        apply(
                EntityManagement.CREATE,
                Map.of(
                        "pattern",
                        "orders.#",
                        "max-delivery-count",
                        3,
                        "dead-letter-to",
                        "orders.dead",
                        "redelivery-back-off",
                        Map.of("initial", "5s")));
        QueueOptions options =
                admin.createQueue("orders.eu", QueueOptions.defaults()).options();
        assertThat(options.maxDeliveryCount()).isEqualTo(3);
        assertThat(options.deadLetterTo()).isEqualTo("orders.dead");
        assertThat(options.redeliveryBackOffInitial()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    @DisplayName("POL-06 an existing policy is replaced only in mode update")
    void shouldUpdate() throws JMSException {
        Map<String, ?> first = Map.of("pattern", "#", "kind", "dead-letter-queues", "precedence", 2, "maxInFlight", 7);
        assertThat(apply(EntityManagement.NONE, first)).contains("is configured but does not exist");
        apply(EntityManagement.CREATE, first);
        Map<String, ?> second = Map.of("pattern", "#", "kind", "DEAD_LETTER_QUEUES", "maxInFlight", 8);
        assertThat(apply(EntityManagement.CREATE, second)).contains("restante.entity-management=update");
        assertThat(admin.policies().list())
                .containsExactly(new Policy(
                        PolicyKind.DEAD_LETTER_QUEUES,
                        "#",
                        2,
                        QueueOptions.defaults().withMaxInFlight(7)));
        apply(EntityManagement.UPDATE, second);
        assertThat(admin.policies().list())
                .containsExactly(new Policy(
                        PolicyKind.DEAD_LETTER_QUEUES,
                        "#",
                        0,
                        QueueOptions.defaults().withMaxInFlight(8)));
    }

    @Test
    @DisplayName("POL-05 a wrong policy fails with its property")
    void shouldRefuse() {
        for (Map<String, ?> wrong : List.of(
                Map.of("max-delivery-count", 3),
                Map.of("pattern", "#", "kind", "queue", "max-delivery-count", 3),
                Map.of("pattern", "#", "precedence", "high", "max-delivery-count", 3),
                Map.of("pattern", "#", "colour", "green"),
                Map.of("pattern", "or*", "max-delivery-count", 3),
                Map.of("pattern", "#", "dead-letter-to", "nowhere"))) {
            assertThatExceptionOfType(StoreConfigurationException.class)
                    .isThrownBy(() -> apply(EntityManagement.CREATE, wrong))
                    .withMessageContaining("restante.policies.orders");
        }
    }
}
