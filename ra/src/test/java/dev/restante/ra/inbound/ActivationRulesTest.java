package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.ra.RestanteActivationSpec;
import dev.restante.ra.testing.EndpointServer;
import jakarta.resource.spi.InvalidPropertyException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Validation of activations")
final class ActivationRulesTest extends MessageDrivenBeanFixture {

    @Test
    @DisplayName("RA-04, RA-06, RA-07, RA-11, RA-13 activation rejects each invalid property by name, with its value")
    void shouldRefuseWrongProperties() throws Exception {
        RestanteActivationSpec wrong = new RestanteActivationSpec();
        wrong.setResourceAdapter(adapter);
        wrong.setDestinationType("javax.jms.Queue");
        wrong.setAcknowledgeMode("Client-acknowledge");
        wrong.setSubscriptionDurability("Sometimes");
        wrong.setMaxConcurrency(0);
        wrong.setRedeliveryDelay("soon");
        assertThatThrownBy(wrong::validate)
                .hasMessageContaining("destinationLookup is missing")
                .hasMessageContaining(
                        "destinationType 'javax.jms.Queue' is not one of [jakarta.jms.Queue, jakarta.jms.Topic]")
                .hasMessageContaining("acknowledgeMode 'Client-acknowledge'")
                .hasMessageContaining("subscriptionDurability 'Sometimes'")
                .hasMessageContaining("maxConcurrency 0 is less than 1")
                .hasMessageContaining("redeliveryDelay 'soon': 'soon' is not a duration. Write a number with its unit");
        assertRefused(spec -> spec.setOptions("autoCreateQueues=false"), "destination 'missing'");
        assertRefused(spec -> spec.setMessageSelector("a ="), "messageSelector 'a ='");
        assertRefused(spec -> spec.setMaxDeliveryCount(0), "maxDeliveryCount '0'");
        assertRefused(spec -> spec.setDeadLetterTo("nowhere"), "deadLetterTo 'nowhere'");
        assertRefused(spec -> spec.setUser("nobody"), "user 'nobody' or password");
        assertRefused(spec -> spec.setUser("nobody"), "Correct the properties user and password");
        assertRefused(spec -> spec.setUrl("jdbc:oracle:thin"), "Property url is invalid: no JDBC driver accepts");
        assertRefused(spec -> spec.setSubscriptionName("s"), "subscriptionName 's'");
    }

    @Test
    @DisplayName("RA-04, RA-07, RA-08 validation rejects contradictory properties before the store is accessed")
    void shouldRefuseWhatDoesNotGoTogether() throws Exception {
        assertInvalid(spec -> spec.setDestinationLookup("jms/q"), "'q' cannot be combined with destinationLookup");
        assertInvalid(spec -> spec.setUrl("jdbc:oracle:thin"), "no JDBC driver accepts");
        assertInvalid(spec -> spec.setDeliveryOption("C"), "deliveryOption 'C' is not one of [A, B]");
        assertInvalid(spec -> spec.setSubscriptionDurability("Durable"), "subscriptionName is missing");
        assertInvalid(
                spec -> {
                    spec.setSubscriptionDurability("Durable");
                    spec.setSubscriptionName("s");
                    spec.setShareSubscription(false);
                },
                "clientId is missing");
        assertInvalid(
                spec -> {
                    spec.setDestinationType("jakarta.jms.Queue");
                    spec.setSubscriptionName("s");
                },
                "'jakarta.jms.Queue' has no subscriptions");
        assertInvalid(
                spec -> {
                    spec.setConnectionFactoryLookup("jms/cf");
                    spec.setUser("somebody");
                },
                "'jms/cf' cannot be combined with url");
        spec("q").validate();
    }

    private void assertInvalid(Change change, String problem) throws Exception {
        RestanteActivationSpec spec = spec("q");
        change.on(spec);
        assertThatThrownBy(spec::validate)
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(problem);
    }

    private interface Change {
        void on(RestanteActivationSpec spec);
    }

    private void assertRefused(Change change, String named) throws Exception {
        RestanteActivationSpec spec = spec("missing");
        change.on(spec);
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        assertThatThrownBy(() -> adapter.endpointActivation(bean, spec))
                .as(named)
                .hasMessageContaining(named);
        // A session that was opened for the activation ends on another thread.
        awaitEndpoints(bean, 0);
        assertThat(bean.endpoints).hasValue(0);
    }
}
