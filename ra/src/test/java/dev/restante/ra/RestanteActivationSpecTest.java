package dev.restante.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Configuration of an activation")
final class RestanteActivationSpecTest {

    private static final String URL = "jdbc:hsqldb:mem:activationspec";

    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();

    @BeforeEach
    void configure() {
        adapter.setUrl(URL);
        adapter.setOptions("lingerDuration=0s");
    }

    @AfterEach
    void stop() {
        adapter.stop();
    }

    private RestanteActivationSpec spec(String queue) throws Exception {
        RestanteActivationSpec spec = new RestanteActivationSpec();
        spec.setDestination(queue);
        spec.setResourceAdapter(adapter);
        return spec;
    }

    @Test
    @DisplayName("RA-12 an activation spec equals only itself, can be serialized and belongs to one resource adapter")
    void shouldBeABean() throws Exception {
        RestanteActivationSpec spec = spec("q");
        spec.setMaxDeliveryCount(7);
        assertThat(spec).isNotEqualTo(spec("q"));
        spec.setResourceAdapter(adapter);
        RestanteResourceAdapter other = new RestanteResourceAdapter();
        assertThatThrownBy(() -> spec.setResourceAdapter(other)).hasMessageContaining("another resource adapter");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(spec);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            RestanteActivationSpec read = (RestanteActivationSpec) in.readObject();
            assertThat(read.getDestination()).isEqualTo("q");
            assertThat(read.getMaxDeliveryCount()).isEqualTo(7);
        }
    }

    @Test
    @DisplayName("RA-04 an empty property of an activation spec restores the default")
    void shouldTakeEmptyForNone() {
        RestanteActivationSpec spec = new RestanteActivationSpec();
        spec.setDeliveryOption("A");
        spec.setMaxConcurrency(3);
        assertThat(spec.getDeliveryOption()).isEqualTo("A");
        assertThat(spec.getMaxConcurrency()).isEqualTo(3);
        spec.setDeliveryOption("");
        spec.setMaxConcurrency(null);
        assertThat(spec.getDeliveryOption()).isEqualTo("B");
        assertThat(spec.getMaxConcurrency()).isEqualTo(new RestanteActivationSpec().getMaxConcurrency());
    }

    @Test
    @DisplayName("RA-23 the adapter returns one recovery resource for each store of new activation specs")
    void shouldRecover() throws Exception {
        assertThat(adapter.getXAResources(new RestanteActivationSpec[] {spec("a"), spec("b")}))
                .hasSize(1);
        RestanteActivationSpec elsewhere = spec("c");
        elsewhere.setUrl(URL + "other");
        assertThat(adapter.getXAResources(new RestanteActivationSpec[] {spec("a"), elsewhere}))
                .hasSize(2);
    }
}
