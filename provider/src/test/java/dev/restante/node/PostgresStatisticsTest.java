package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.view.EntityStatistics;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.store.PrefetchCountRepository;
import dev.restante.store.PrefetchCountRepository.PrefetchCount;
import dev.restante.testing.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("statistics of one PostgreSQL store with several nodes")
final class PostgresStatisticsTest {

    /** Number of an incarnation that the store does not know. */
    private static final long UNKNOWN_INCARNATION = 1_000_000;

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final BrokerFixture fixture = new BrokerFixture(nodes::store);
    private final BrokerNode here = nodes.openLively("here", Duration.ofSeconds(15));
    private final BrokerNode there = nodes.openLively("there", Duration.ofSeconds(15));
    private final Entity queue = here.queueAdministration().create("q", EntityOptions.DEFAULT);

    @AfterEach
    void close() {
        nodes.close();
        fixture.close();
    }

    private void send(TestMessage... mails) {
        for (TestMessage mail : mails) {
            there.sender().send(BrokerFixture.prepared(there, queue, mail));
        }
    }

    private PrefetchCountRepository reports() {
        return here.components().node.context().store().prefetchCounts();
    }

    private List<Long> counts(BrokerNode node) {
        EntityStatistics statistics = node.statistics().statistics(queue);
        return List.of(statistics.available(), statistics.inFlight());
    }

    @Test
    @DisplayName("VIS-10 all nodes report equal counts of prefetched messages and of messages in flight")
    void shouldCountAlike() {
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollOrFetch()).isNull();
        send(TestMessage.of("held"), TestMessage.of("b"), TestMessage.of("c"), TestMessage.of("d"));
        InFlightDelivery delivery = consumer.next();

        eventually("the other node has reported its counts", () -> counts(here).equals(List.of(3L, 1L)));
        assertThat(counts(there)).containsExactly(3L, 1L);
        assertThat(here.statistics().statistics(List.of(queue)).get(queue).available())
                .isEqualTo(3);
        assertThat(here.statistics().statistics(queue).oldestAgeMillis()).isNotNegative();

        consumer.receiver.close();
        there.settler().complete(List.of(delivery));
        long incarnation = here.components().node.context().incarnation();
        eventually(
                "the other node has reported empty counts",
                () -> reports().countsOfOtherNodes(incarnation).isEmpty());
        assertThat(counts(here)).containsExactly(3L, 0L);
    }

    @Test
    @DisplayName("VIS-10 an old report never counts more messages as prefetched than the nodes have acquired")
    void shouldNotCountMoreThanAcquired() {
        reports()
                .report(
                        there.components().node.context().incarnation(),
                        Map.of(queue.id(), new PrefetchCount(5, 0, 1)));

        assertThat(counts(here)).containsExactly(0L, 0L);
    }

    @Test
    @DisplayName("VIS-10 the last report of a node counts once, and is removed when the node closes")
    void shouldCountWhatWasToldLast() throws SQLException {
        BrokerNode third = nodes.openLively("third", Duration.ofSeconds(15));
        long incarnation = third.components().node.context().incarnation();
        reports().report(incarnation, Map.of(queue.id(), new PrefetchCount(0, 5, 1)));
        reports().report(incarnation, Map.of(queue.id(), new PrefetchCount(0, 2, 1)));
        reports().report(UNKNOWN_INCARNATION, Map.of(queue.id(), new PrefetchCount(0, 7, 1)));

        assertThat(counts(here)).containsExactly(2L, 0L);
        third.close();
        assertThat(rows()).isZero();
    }

    @Test
    @DisplayName("VIS-10 a report that failed is repeated, and later reports follow")
    void shouldTellAgain() throws SQLException {
        execute(
                "CREATE SEQUENCE tries",
                "CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF nextval('tries') = 1 THEN RAISE EXCEPTION 'broken by the test'; END IF; RETURN NEW; END $$",
                "CREATE TRIGGER fail_once BEFORE INSERT ON restante_prefetch_count"
                        + " FOR EACH ROW EXECUTE FUNCTION fail_once()");
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollOrFetch()).isNull();
        send(TestMessage.of("held"), TestMessage.of("b"), TestMessage.of("c"));
        InFlightDelivery delivery = consumer.next();

        eventually("the other node has reported its counts", () -> counts(here).equals(List.of(2L, 1L)));
        assertThat(number("SELECT last_value FROM tries")).isGreaterThan(1);
        there.settler().complete(List.of(delivery));
        eventually(
                "the other node has reported the completion", () -> counts(here).equals(List.of(2L, 0L)));
        there.settler().complete(List.of(consumer.next()));
        eventually("the other node has reported the next completion", () -> counts(here)
                .equals(List.of(1L, 0L)));
    }

    private void execute(String... sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(nodes.url);
                Statement statement = connection.createStatement()) {
            for (String each : sql) {
                statement.execute(each);
            }
        }
    }

    private long rows() throws SQLException {
        return number("SELECT count(*) FROM restante_prefetch_count");
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(nodes.url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
