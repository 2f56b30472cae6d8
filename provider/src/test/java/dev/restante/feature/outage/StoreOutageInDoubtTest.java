package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.admin.CommitOutcome;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.testing.DatabaseProxy.CommitBreak;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Outages of PostgreSQL during single-trip batches, longer than the store timeout. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class StoreOutageInDoubtTest extends StoreOutageFixture {

    /** Highest number of attempts. The thread of the test can be interrupted for so long that it is no busy sender. */
    private static final int MOST_ATTEMPTS = 20;

    StoreOutageInDoubtTest() {
        super(SharedServer.POSTGRES);
    }

    private CommitOutcome outcome(OutcomeUnknownException unknown) throws JMSException {
        assertThat(unknown.getErrorCode()).isEqualTo("RESTANTE-OUTCOME-UNKNOWN");
        try (RestanteAdmin admin = factory.admin()) {
            return AskingAgain.untilAnswered(() -> admin.outcome(unknown.getToken()));
        }
    }

    @Test
    @DisplayName("SND-09, CON-25 a busy sender's send at the start of an outage is in doubt, and later known as not "
            + "committed")
    void shouldTellABusySenderThatItIsInDoubt() throws Exception {
        List<String> sent = new ArrayList<>();
        Throwable thrown = null;
        for (int attempt = 1; attempt <= MOST_ATTEMPTS && !(thrown instanceof OutcomeUnknownException); attempt++) {
            send("before " + attempt);
            proxy.refuse();
            thrown = catchThrowable(() -> send("lost"));
            assertThat(next(told).getErrorCode()).isEqualTo("RESTANTE-STORE-UNAVAILABLE");
            assertThat(told).as("further reports to the exception listener").isEmpty();
            assertThat(thrown).isInstanceOf(JMSException.class);
            proxy.restore();
            send("after " + attempt);
            sent.add("before " + attempt);
            sent.add("after " + attempt);
        }
        assertThat(thrown).isInstanceOf(OutcomeUnknownException.class);
        assertThat(outcome((OutcomeUnknownException) thrown)).isEqualTo(CommitOutcome.NOT_COMMITTED);
        assertThat(told).isEmpty();
        assertThat(drain()).isEqualTo(sent);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09 a send during which the store fails is in doubt, and the store tells the outcome later")
    void shouldTellWhatBecameOfASend(CommitBreak place) throws Exception {
        send("before");
        CountDownLatch broken = proxy.breakCommitOf("in doubt", place, true);
        Throwable thrown = catchThrowable(() -> send("in doubt"));
        assertThat(broken.getCount()).isZero();
        assertThat(thrown).isInstanceOf(OutcomeUnknownException.class);
        proxy.restore();
        boolean committed = place == CommitBreak.AFTER_COMMIT;
        assertThat(outcome((OutcomeUnknownException) thrown))
                .isEqualTo(committed ? CommitOutcome.COMMITTED : CommitOutcome.NOT_COMMITTED);
        send("after");
        assertThat(drain()).isEqualTo(committed ? List.of("before", "in doubt", "after") : List.of("before", "after"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09, TXN-16 a commit during which the store fails is in doubt, and the store tells the outcome later")
    void shouldTellWhatBecameOfATransaction(CommitBreak place) throws Exception {
        send("in");
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("in");
        JmsContract.send(transacted, queue, "out");
        CountDownLatch broken = proxy.breakCommitOf("out", place, true);
        Throwable thrown = catchThrowable(transacted::commit);
        assertThat(broken.getCount()).isZero();
        assertThat(thrown).isInstanceOf(OutcomeUnknownException.class);
        proxy.restore();
        boolean committed = place == CommitBreak.AFTER_COMMIT;
        assertThat(outcome((OutcomeUnknownException) thrown))
                .isEqualTo(committed ? CommitOutcome.COMMITTED : CommitOutcome.NOT_COMMITTED);
        assertThat(drain()).containsExactly(committed ? "out" : "in");
    }
}
