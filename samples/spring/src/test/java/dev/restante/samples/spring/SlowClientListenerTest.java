package dev.restante.samples.spring;

import static dev.restante.samples.spring.SpringContract.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.MovableClock;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

@DisplayName("a Spring container with CLIENT_ACKNOWLEDGE whose listener works for minutes")
final class SlowClientListenerTest {

    private final MovableClock clock = new MovableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<PeekLock> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch finish = new CountDownLatch(1);

    @Test
    @DisplayName("RCV-05 the container processes the message once, without any option of factory or queue")
    void shouldProcessOnce() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:slow-client")) {
            factory.setLingerDuration(Duration.ZERO);
            factory.useClock(clock);
            try (RestanteAdmin admin = factory.admin()) {
                DefaultMessageListenerContainer container = container(factory);
                SpringContract.template(factory).convertAndSend("slow", "picture");
                eventually("the listener has the message", () -> received.size() == 1);
                for (int i = 0; i < 16; i++) {
                    Instant end = received.get(0).lockedUntil();
                    clock.advance(Duration.ofSeconds(15));
                    eventually(
                            "the lock is renewed",
                            () -> received.get(0).lockedUntil().isAfter(end));
                }
                finish.countDown();
                eventually("the message is completed", () -> isEmpty(admin.statistics("slow")));
                container.shutdown();
                assertThat(received).hasSize(1);
                assertThat(admin.statistics("slow").throughput().lockLost()).isZero();
            }
        }
    }

    private static boolean isEmpty(QueueStatistics statistics) {
        return statistics.available() == 0 && statistics.inFlight() == 0;
    }

    /** Starts a container with two consumers, one of which would receive the message again. */
    private DefaultMessageListenerContainer container(RestanteConnectionFactory factory) {
        DefaultMessageListenerContainer made =
                ContainerContract.acknowledging(ContainerContract.polling(200), Session.CLIENT_ACKNOWLEDGE);
        made.setConcurrentConsumers(2);
        made.setConnectionFactory(factory);
        made.setDestinationName("slow");
        made.setMessageListener((MessageListener) message -> {
            received.add(PeekLock.of(message));
            awaitFinish();
        });
        made.afterPropertiesSet();
        made.start();
        return made;
    }

    private void awaitFinish() {
        try {
            assertThat(finish.await(SpringContract.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
