package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.LockBreakResult;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that no node writes. Such a row does not affect other rows, and an administrator can remove it. */
@DisplayName("SND-08 values out of range")
public abstract class RowsOutOfRangeContract extends JmsContract {

    private static final long NO_NODE = 4711;

    private Queue good;
    private Queue bad;

    /** Opens the queues of a store on disk, which outlives its node. */
    @BeforeEach
    final void openQueues() throws JMSException {
        reopen();
        good = queue("good");
        bad = queue("bad");
        send(good, "good");
    }

    private void sql(String... statements) throws SQLException {
        for (String sql : statements) {
            assertThat(update(sql)).as(sql).isPositive();
        }
    }

    private void spoilFirst(String values) throws SQLException {
        sql("UPDATE restante_delivery SET " + values + " WHERE id = (SELECT least FROM (SELECT MIN(d.id) AS least"
                + " FROM restante_delivery d, restante_entity e WHERE d.entity = e.id AND e.name = 'bad') oldest)");
    }

    private long rowsOfBad() throws SQLException {
        return stored("COUNT(*) FROM restante_delivery d, restante_entity e WHERE d.entity = e.id AND e.name = 'bad'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"state = 99", "state = -1", "state = 0", "precedence = 99", "precedence = -1"})
    @DisplayName("a delivery out of range does not change other counts, and a purge removes it with its message")
    void shouldCountAndPurge(String values) throws Exception {
        send(bad, "1", "2", "3");
        spoilFirst(values);

        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.statistics("bad").available()).isEqualTo(values.startsWith("state") ? 2 : 3);
            assertThat(admin.statisticsOf(EntityFilter.all()).queues()).anySatisfy((queue, figures) -> {
                assertThat(queue.name()).isEqualTo("good");
                assertThat(figures.available()).isEqualTo(1);
            });
            assertThat(admin.queues()).hasSize(4);
            assertThat(admin.messages("bad").purge(MessageFilter.all()).processed())
                    .isEqualTo(3);
        }
        assertThat(rowsOfBad()).isZero();
        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(1);
        assertThat(drain(good)).containsExactly("good");
    }

    @Test
    @DisplayName("a message in flight can be settled even if its stored state becomes invalid")
    void shouldSettleInHands() throws Exception {
        send(bad, "1", "2");
        try (Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(bad)) {
            Message first = receive(consumer);
            Message second = receive(consumer);
            spoilFirst("state = 99");
            first.acknowledge();
            second.acknowledge();
        }
        assertThat(rowsOfBad()).isZero();
    }

    @Test
    @DisplayName("breaking the lock releases a delivery whose owner is no node")
    void shouldBreakTheLockOfNoNode() throws Exception {
        send(bad, "1", "2");
        spoilFirst("state = 3, owner = " + NO_NODE);
        long number = stored("MIN(id) FROM restante_delivery WHERE owner = " + NO_NODE);

        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.messages("bad").breakLock(number, Duration.ofSeconds(1)))
                    .isEqualTo(LockBreakResult.BROKEN);
        }
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(bad)) {
            Message released = receive(consumer);
            assertThat(text(released)).isEqualTo("1");
            assertThat(released.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
            assertThat(text(receive(consumer))).isEqualTo("2");
        }
    }

    @Test
    @DisplayName("a purge of locked messages removes a delivery whose owner is no node, and keeps other messages")
    void shouldPurgeWhatNoNodeHas() throws Exception {
        send(bad, "1", "2");
        spoilFirst("state = 3, owner = " + NO_NODE);

        try (RestanteAdmin admin = factory.admin()) {
            MessageFilter locked = MessageFilter.all().withStates(MessageState.LOCKED);
            assertThat(admin.messages("bad").purge(locked).processed()).isEqualTo(1);
            assertThat(admin.statistics("bad").inFlight()).isZero();
        }
        assertThat(drain(bad)).containsExactly("2");
    }

    @Test
    @DisplayName("the next node that opens the store releases a group whose owner is no node")
    void shouldReleaseGroupsOfNoNode() throws Exception {
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                RestanteMessageGroup group = RestanteSession.of(session).acceptGroup(bad, "g")) {
            group.setState(new byte[] {1});
        }
        sql("UPDATE restante_message_group SET owner = " + NO_NODE + ", acceptance = 7");
        sql("INSERT INTO restante_in_flight_share (slots, waiting_since, entity, incarnation) SELECT 100000, NULL, id, "
                + NO_NODE + " FROM restante_entity WHERE name = 'bad'");
        reopen();

        bad = queue("bad");
        try (Session session = autoSession()) {
            session.createProducer(bad).send(grouped(session, "g1"));
        }
        assertThat(drain(bad)).containsExactly("g1");
        assertThat(stored("COUNT(*) FROM restante_message_group WHERE owner = " + NO_NODE))
                .isZero();
        assertThat(stored("COUNT(*) FROM restante_in_flight_share WHERE incarnation = " + NO_NODE))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("TTL-11 a message without a time to live does not expire, whatever its enqueue time is")
    void shouldNotExpireWithoutTimeToLive(boolean ofGroup) throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("groups", QueueOptions.defaults().withGroupsRequired(ofGroup));
        }
        Queue groups = queue("groups");
        try (Session session = autoSession()) {
            session.createProducer(groups).send(grouped(session, "a1"));
        }
        sql("UPDATE restante_delivery SET enqueued_at = " + Long.MIN_VALUE
                + " WHERE id = (SELECT most FROM (SELECT MAX(id) AS most FROM restante_delivery) newest)");
        assertThat(drain(groups)).containsExactly("a1");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1024, Integer.MAX_VALUE})
    @DisplayName("a node number out of range does not prevent a node from opening the store")
    void shouldPassOverNodeNumbers(long number) throws Exception {
        sql("INSERT INTO restante_node (incarnation, node_number, name, lease_until, alive, restante_version) VALUES ("
                + NO_NODE + ", " + number + ", 'ghost', " + Long.MAX_VALUE + ", TRUE, '0')");
        reopen();

        send(queue("bad"), "1");
        assertThat(drain(queue("bad"))).containsExactly("1");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, -1})
    @DisplayName("if the count of incarnations is invalid, the error on opening names the row and a statement that "
            + "repairs it")
    void shouldNameTheCountOfIncarnations(long counted) throws Exception {
        sql("UPDATE restante_pipeline SET last_batch = " + counted + " WHERE incarnation = 0 AND pipeline_number = 0");
        String[] mending = new String[1];
        assertThatExceptionOfType(JMSException.class).isThrownBy(this::reopen).satisfies(refusal -> {
            assertThat(refusal.getMessage()).contains("incarnation 0 and pipeline_number 0 of restante_pipeline");
            String text = refusal.getMessage();
            int from = text.indexOf("UPDATE restante_pipeline");
            String end = "WHERE incarnation = 0 AND pipeline_number = 0";
            mending[0] = text.substring(from, text.indexOf(end) + end.length());
        });
        factory.close();
        sql(mending[0]);
        reopen();

        assertThat(drain(queue("good"))).containsExactly("good");
    }
}
