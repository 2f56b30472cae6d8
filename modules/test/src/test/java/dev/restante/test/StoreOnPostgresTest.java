package dev.restante.test;

import static dev.restante.test.RestanteAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.MovableClock;
import jakarta.jms.JMSContext;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class StoreOnPostgresTest {

    @RegisterExtension
    static final RestanteExtension POSTGRES = RestanteExtension.onPostgres();

    @Test
    @DisplayName("a delivery delay on PostgreSQL ends when the test moves the clock")
    void shouldMoveTheClock(TestStore store, MovableClock clock) {
        assertThat(store.factory().getUrl()).startsWith("jdbc:postgresql:");
        try (JMSContext context = store.factory().createContext()) {
            context.createProducer().setDeliveryDelay(86_400_000).send(context.createQueue("jobs"), "tomorrow");
            assertThat(store.queue("jobs")).hasAvailable(0).hasNextScheduled().withText("tomorrow");
            clock.advance(Duration.ofDays(1));
            assertThat(store.queue("jobs")).hasScheduled(0).hasNext().withText("tomorrow");
        }
    }

    /** Stores in databases of the test, with the system clock. */
    static final class OnGivenDatabasesTest {

        @RegisterExtension
        static final RestanteExtension GIVEN = RestanteExtension.onDatabases(
                        () -> "jdbc:hsqldb:mem:given-" + System.nanoTime())
                .withSystemClock();

        @Test
        void shouldGoByTheSystemsClock(TestStore store) {
            assertThat(store.factory().getUrl()).startsWith("jdbc:hsqldb:mem:given-");
            assertThatThrownBy(store::clock).isInstanceOf(IllegalStateException.class);
            try (JMSContext context = store.factory().createContext()) {
                context.createProducer().setDeliveryDelay(1).send(context.createQueue("jobs"), "soon");
                assertThat(store.queue("jobs")).hasAvailable(1);
            }
        }
    }
}
