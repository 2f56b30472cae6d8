package dev.restante.feature.peeklock;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.TestFactories;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.FakeMachineClocks;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("locks with automatic renewal")
final class RenewalClockTest {

    @ParameterizedTest(name = "wall clock set by {0} h")
    @ValueSource(ints = {1, -1})
    @DisplayName("TTL-21 RCV-05 automatic renewal continues when the wall clock is set")
    void shouldRenew(int hours, @TempDir Path directory) throws JMSException {
        FakeMachineClocks machine = new FakeMachineClocks();
        try (RestanteConnectionFactory factory =
                new RestanteConnectionFactory("jdbc:hsqldb:file:" + directory.resolve("store"))) {
            factory.setLingerDuration(Duration.ZERO);
            factory.setAutoRenewLocksFor(Duration.ofHours(1));
            TestFactories.timeSource(factory, machine);
            try (RestanteAdmin admin = factory.admin();
                    Connection connection = factory.createConnection();
                    Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
                admin.createQueue("q", QueueOptions.defaults());
                session.createProducer(session.createQueue("q")).send(session.createTextMessage("m"));
                connection.start();
                Message message = Objects.requireNonNull(
                        session.createConsumer(session.createQueue("q")).receive(10_000), "a message");
                PeekLock lock = PeekLock.of(message);
                Instant first = lock.lockedUntil();
                machine.step(Duration.ofHours(hours));
                machine.pass(Duration.ofSeconds(15));
                eventually("the lock is renewed", () -> !lock.lockedUntil().equals(first));
                assertThat(lock.lockedUntil()).isEqualTo(first.plusSeconds(15));
                machine.pass(Duration.ofSeconds(29));
                message.acknowledge();
            }
        }
    }
}
