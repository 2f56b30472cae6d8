package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.CommitOutcome;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.testing.FaultInjectingDataSource;
import dev.restante.testing.FaultInjectingDataSource.BreakPoint;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Store that loses the answer to a COMMIT and stays unavailable beyond the store timeout. */
abstract class OutcomeUnknownFixture {

    /** Statement of each batch. */
    static final String BATCH = "UPDATE restante_pipeline SET last_batch = ?";

    /** Statement of each other transaction whose outcome can be queried. */
    static final String STEP = "UPDATE restante_outcome_counter SET last_count = ?";

    FaultInjectingDataSource database;
    RestanteXAConnectionFactory factory;
    Connection connection;
    Session session;
    Queue queue;

    /** {@return an empty database} */
    abstract DataSource empty() throws SQLException;

    /** {@return whether broken connections throw unchecked exceptions} */
    boolean unchecked() {
        return false;
    }

    /** {@return the store timeout, which is short because the tests wait for it} */
    Duration storeTimeout() {
        return Duration.ofMillis(800);
    }

    @BeforeEach
    final void open() throws JMSException, SQLException {
        database = new FaultInjectingDataSource(empty());
        factory = factory();
        connection = factory.createConnection();
        connection.start();
        session = connection.createSession();
        queue = session.createQueue("q");
        // The work that a new queue causes is complete after this message.
        JmsContract.send(session, queue, "first");
        assertThat(drain("q")).containsExactly("first");
        if (unchecked()) {
            database.throwUnchecked();
        }
    }

    final RestanteXAConnectionFactory factory() {
        RestanteXAConnectionFactory made = new RestanteXAConnectionFactory(database);
        made.setLingerDuration(Duration.ZERO);
        made.setStoreTimeout(storeTimeout());
        return made;
    }

    @AfterEach
    final void close() throws JMSException {
        database.restore();
        factory.close();
    }

    List<String> drain(String name) throws JMSException {
        try (Session draining = connection.createSession();
                MessageConsumer consumer = draining.createConsumer(draining.createQueue(name))) {
            List<String> texts = new ArrayList<>();
            for (Message next = next(consumer); next != null; next = next(consumer)) {
                texts.add(JmsContract.text(next));
            }
            return texts;
        }
    }

    /** Receives the next message without waiting; null if the queue is empty. */
    private static Message next(MessageConsumer consumer) throws JMSException {
        return AskingAgain.untilAnswered(consumer::receiveNoWait);
    }

    /** Call with an unknown outcome. */
    interface Call {
        void run() throws Exception;
    }

    /** Makes a call whose COMMIT is lost in an outage, which continues. Returns the outcome token. */
    final String inDoubt(String sql, BreakPoint place, Call call) throws Exception {
        CountDownLatch broken = database.breakCommitOf(sql, place, true);
        OutcomeUnknownException told = told(call);
        assertThat(broken.getCount()).isZero();
        return told.getToken();
    }

    static OutcomeUnknownException told(Call call) {
        Throwable thrown = catchThrowable(call::run);
        assertThat(thrown).isInstanceOf(OutcomeUnknownException.class);
        OutcomeUnknownException unknown = (OutcomeUnknownException) thrown;
        assertThat(unknown.getErrorCode()).isEqualTo("RESTANTE-OUTCOME-UNKNOWN");
        assertThat(unknown)
                .hasMessageContaining(unknown.getToken())
                .hasMessageContaining("a retry may execute the call twice")
                .hasMessageNotContaining("rolled back");
        assertThat(unknown.getLinkedException()).isNotNull();
        return unknown;
    }

    private static CommitOutcome outcome(BreakPoint place) {
        return place == BreakPoint.AFTER ? CommitOutcome.COMMITTED : CommitOutcome.NOT_COMMITTED;
    }

    private CommitOutcome ask(String token) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return AskingAgain.untilAnswered(() -> admin.outcome(token));
        }
    }

    void assertTold(String token, BreakPoint place) throws JMSException {
        assertThat(ask(token)).isEqualTo(outcome(place));
    }

    static List<String> if_(boolean there, String text) {
        return there ? List.of(text) : List.of();
    }

    void send(Destination destination, String text) throws JMSException {
        session.createProducer(destination).send(session.createTextMessage(text));
    }
}
