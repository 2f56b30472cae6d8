package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.view.QueueStatistics;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.store.BufferStockRepository;
import dev.restante.store.BufferStockRepository.BufferStock;
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

@DisplayName("statistics of one PostgreSQL by several nodes")
final class PostgresStatisticsTest {

    /** An incarnation that there is not, or no more. */
    private static final long NOBODY = 1_000_000;

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

    private void send(Mail... mails) {
        for (Mail mail : mails) {
            there.sending().send(BrokerFixture.prepared(there, queue, mail));
        }
    }

    private BufferStockRepository told() {
        return here.parts().context.store().bufferStocks();
    }

    private List<Long> counts(BrokerNode node) {
        QueueStatistics statistics = node.statistics().of(queue);
        return List.of(statistics.available(), statistics.inFlight());
    }

    @Test
    @DisplayName("VIS-10 all nodes tell alike what waits in the memory of one of them and what its receivers have")
    void shouldCountAlike() {
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollNow()).isNull();
        send(Mail.of("held"), Mail.of("b"), Mail.of("c"), Mail.of("d"));
        HeldDelivery held = consumer.next();

        eventually("the other has told", () -> counts(here).equals(List.of(3L, 1L)));
        assertThat(counts(there)).containsExactly(3L, 1L);
        assertThat(here.statistics().of(List.of(queue)).get(queue).available()).isEqualTo(3);
        assertThat(here.statistics().of(queue).oldestAgeMillis()).isNotNegative();

        consumer.receiver.close();
        there.settlement().complete(List.of(held));
        long incarnation = here.parts().context.incarnation();
        eventually("the other has told", () -> told().elsewhere(incarnation).isEmpty());
        assertThat(counts(here)).containsExactly(3L, 0L);
    }

    @Test
    @DisplayName("VIS-10 there is never more in memory than was acquired, however old what was told is")
    void shouldNotCountMoreThanAcquired() {
        told().tell(there.parts().context.incarnation(), Map.of(queue.id(), new BufferStock(5, 0, 1)));

        assertThat(counts(here)).containsExactly(0L, 0L);
    }

    @Test
    @DisplayName("VIS-10 what a node told last counts, once, and goes with the node")
    void shouldCountWhatWasToldLast() throws SQLException {
        BrokerNode third = nodes.openLively("third", Duration.ofSeconds(15));
        long incarnation = third.parts().context.incarnation();
        told().tell(incarnation, Map.of(queue.id(), new BufferStock(0, 5, 1)));
        told().tell(incarnation, Map.of(queue.id(), new BufferStock(0, 2, 1)));
        told().tell(NOBODY, Map.of(queue.id(), new BufferStock(0, 7, 1)));

        assertThat(counts(here)).containsExactly(2L, 0L);
        third.close();
        assertThat(rows()).isZero();
    }

    @Test
    @DisplayName("VIS-10 what could not be told once is told again, and whoever tells it goes on")
    void shouldTellAgain() throws SQLException {
        execute(
                "CREATE SEQUENCE tries",
                "CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF nextval('tries') = 1 THEN RAISE EXCEPTION 'broken by the test'; END IF; RETURN NEW; END $$",
                "CREATE TRIGGER fail_once BEFORE INSERT ON restante_buffer_stock"
                        + " FOR EACH ROW EXECUTE FUNCTION fail_once()");
        Consumer consumer = fixture.consumer(there, queue);
        assertThat(consumer.receiver.pollNow()).isNull();
        send(Mail.of("held"), Mail.of("b"), Mail.of("c"));
        HeldDelivery held = consumer.next();

        eventually("the other has told", () -> counts(here).equals(List.of(2L, 1L)));
        assertThat(number("SELECT last_value FROM tries")).isGreaterThan(1);
        there.settlement().complete(List.of(held));
        eventually("the other has told", () -> counts(here).equals(List.of(2L, 0L)));
        there.settlement().complete(List.of(consumer.next()));
        eventually("the other has told", () -> counts(here).equals(List.of(1L, 0L)));
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
        return number("SELECT count(*) FROM restante_buffer_stock");
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
