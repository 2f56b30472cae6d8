package dev.restante.jta;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.jta.ExpiryParticipant.ExpiryDisposition;
import jakarta.jms.InvalidDestinationException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the end of an expiry participation")
abstract class ExpiryParticipationEndContract extends ExpiryParticipationFixture {

    @Test
    @DisplayName("TTL-19 messages of a deleted source become dead letters of the queue where they wait")
    void shouldOutliveSource() throws Exception {
        expire("q");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch deleted = new CountDownLatch(1);
        try (ExpiryParticipation participation = participate(message -> {
            begun.countDown();
            assertThat(deleted.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            return ExpiryDisposition.DEAD_LETTER;
        })) {
            assertThat(begun.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            admin.deleteQueue("q", true);
            deleted.countDown();
            eventually(
                    "the message is dead-lettered",
                    () -> admin.statistics("expired").deadLettered() == 1);
        }
    }

    @Test
    @DisplayName("TTL-19 a dead letter that would return to its waiting queue becomes a dead letter of that queue")
    void shouldNotGoRound() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch altered = new CountDownLatch(1);
        expire("q");
        try (ExpiryParticipation participation = participate(message -> {
            begun.countDown();
            assertThat(altered.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            return ExpiryDisposition.DEAD_LETTER;
        })) {
            assertThat(begun.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            admin.alterQueue("q", MORTAL.withDeadLetterTo("expired"));
            altered.countDown();
            eventually(
                    "the message is dead-lettered",
                    () -> admin.statistics("expired").deadLettered() == 1);
        }
        assertEmpty("expired");
    }

    @Test
    @DisplayName("TTL-19 a participation ends with its factory")
    void shouldEndWithFactory() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        expire("q");
        participate(message -> {
            threads.add(Thread.currentThread());
            begun.countDown();
            return ExpiryDisposition.DEAD_LETTER;
        });
        assertThat(begun.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        factory.close();
        Thread thread = threads.remove();
        thread.join(PATIENCE_MILLIS);
        assertThat(thread.isAlive()).isFalse();
        admin = factory.admin();
    }

    @Test
    @DisplayName("TTL-19 a participation that could not work is rejected with the reason")
    void shouldRefuse() throws Exception {
        ExpiryParticipant none = message -> ExpiryDisposition.REMOVE;
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> ExpiryParticipation.start(factory, "nowhere", transactions, none));
        admin.alterQueue("q", MORTAL.withExpiredTo(null));
        assertUnfit("expiredTo", none);
        admin.alterQueue("q", MORTAL);
        admin.alterQueue("expired", WAITING.withMaxDeliveryCount(1));
        assertUnfit("maxDeliveryCount 1", none);
        admin.alterQueue("expired", QueueOptions.defaults());
        assertUnfit("back-off", none);
        admin.alterQueue("expired", WAITING.withLockDuration(Duration.ZERO));
        assertUnfit("lockDuration", none);
        admin.createQueue("other", QueueOptions.defaults());
        admin.alterQueue("expired", WAITING.withForwardTo("other"));
        assertUnfit("forwards", none);
        admin.alterQueue("expired", WAITING.withDefaultTimeToLive(Duration.ofDays(1)));
        assertUnfit("time to live", none);
        admin.alterQueue("expired", WAITING);
        admin.setMaximumTimeToLive(Duration.ofDays(1));
        assertUnfit("time to live", none);
        admin.alterQueue("expired", WAITING.withDeadLetterOnExpiry(true));
        participate(none).close();
        admin.alterQueue("q", MORTAL.withDeadLetterTo("expired"));
        assertUnfit("dead-letter queue", none);
        admin.alterQueue("q", MORTAL.withExpiredTo(DEAD_LETTERS));
        assertUnfit("dead-letter queue", none);
        admin.alterQueue("q", MORTAL);
        try (RestanteXAConnectionFactory named = new RestanteXAConnectionFactory(url)) {
            named.setClientId("application");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ExpiryParticipation.start(named, "q", transactions, none))
                    .withMessageContaining("client id");
        }
    }

    private void assertUnfit(String what, ExpiryParticipant participant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> participate(participant))
                .withMessageContaining(what);
    }
}
