package dev.restante.ra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.PolicyKind;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.EndpointServer;
import jakarta.jms.JMSException;
import jakarta.resource.spi.ResourceAdapterInternalException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Policies of the resource adapter")
final class AdapterPoliciesTest {

    private static final String URL = "jdbc:hsqldb:mem:adapter-policies";

    private final EndpointServer server = new EndpointServer();
    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    private RestanteXAConnectionFactory outside;
    private RestanteAdmin admin;

    @BeforeEach
    void open() throws JMSException {
        adapter.setUrl(URL);
        adapter.setOptions("lingerDuration=0s");
        outside = EndpointServer.externalClient(URL);
        admin = outside.admin();
    }

    @AfterEach
    void close() throws Exception {
        adapter.stop();
        admin.close();
        outside.close();
        server.close();
    }

    private void start(String policies) throws ResourceAdapterInternalException {
        adapter.setPolicies(policies);
        adapter.start(server);
    }

    @Test
    @DisplayName("POL-01 the adapter sets its policies when it starts")
    void shouldSet() throws Exception {
        admin.createQueue("orders.dead", QueueOptions.defaults());
        start(" pattern=orders.#, maxDeliveryCount=3, deadLetterTo=orders.dead;"
                + "pattern=#, kind=dead-letter-queues, precedence=-2, defaultTimeToLive=30d; ");
        assertThat(admin.policies().list())
                .containsExactlyInAnyOrder(
                        new Policy(
                                "orders.#",
                                QueueOptions.defaults().withMaxDeliveryCount(3).withDeadLetterTo("orders.dead")),
                        new Policy(
                                PolicyKind.DEAD_LETTER_QUEUES,
                                "#",
                                -2,
                                QueueOptions.defaults().withDefaultTimeToLive(Duration.ofDays(30))));
    }

    @Test
    @DisplayName("POL-01 the adapter replaces policies with other values, and keeps policies that it does not name")
    void shouldReplace() throws Exception {
        Policy other = new Policy("news.#", QueueOptions.defaults().withMaxDeliveryCount(7));
        admin.policies().set(other);
        admin.policies().set(new Policy("orders.#", QueueOptions.defaults().withMaxInFlight(1)));
        start("pattern=orders.#, maxDeliveryCount=3");
        assertThat(admin.policies().list())
                .containsExactlyInAnyOrder(
                        other, new Policy("orders.#", QueueOptions.defaults().withMaxDeliveryCount(3)));
    }

    @ParameterizedTest
    @DisplayName("POL-05 the adapter does not start with an invalid policy, and the error names the remedy")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "maxDeliveryCount=3 | has no pattern. Begin it with pattern=",
                "pattern=# ; orders.#: maxDeliveryCount 3 | 'orders.#: maxDeliveryCount 3'",
                "pattern=#, pattern=a | 'pattern' is specified twice",
                "pattern=#, kind=queue, maxInFlight=1 | 'queue' is not one of [QUEUES, DEAD_LETTER_QUEUES, TOPICS, SUBSCRIPTIONS]",
                "pattern=#, precedence=high, maxInFlight=1 | high",
                "pattern=#, colour=green | 'colour' does not exist. The options are:",
                "pattern=#, maxInFlight=many | maxInFlight",
                "pattern=or*, maxInFlight=1 | or*",
                "pattern=#, deadLetterTo=nowhere | nowhere",
                "pattern=# | #",
            })
    void shouldReject(String policies, String text) throws JMSException {
        admin.createQueue("orders", QueueOptions.defaults());
        assertThatExceptionOfType(ResourceAdapterInternalException.class)
                .isThrownBy(() -> start(policies))
                .withMessageStartingWith("The configuration of the resource adapter is invalid: ")
                .withMessageContaining(text);
        assertThat(admin.policies().list()).isEmpty();
    }
}
