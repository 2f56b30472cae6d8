package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Change;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("statements while an old transaction keeps the server from removing dead rows")
final class PostgresOldSnapshotTest {

    private static final int GONE = 3_000;
    private static final Pattern BUFFERS = Pattern.compile("Buffers: shared hit=(\\d+)");

    private StoreFixture fixture;
    private Connection bystander;
    private Connection observer;

    @BeforeEach
    void open() throws SQLException {
        String url = PostgresServer.newDatabase();
        fixture = new StoreFixture(StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
        bystander = DriverManager.getConnection(url, PostgresServer.USER, "");
        observer = DriverManager.getConnection(url, PostgresServer.USER, "");
        bystander.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        bystander.setAutoCommit(false);
        try (Statement statement = bystander.createStatement()) {
            statement.execute("SELECT 1 FROM restante_delivery");
        }
    }

    @AfterEach
    void close() throws SQLException {
        bystander.rollback();
        bystander.close();
        observer.close();
        fixture.close();
    }

    /** Returns the number of pages that a statement reads. */
    private long pages(String sql, Object... values) throws SQLException {
        observer.setAutoCommit(false);
        try (PreparedStatement explain =
                observer.prepareStatement("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF) " + sql)) {
            for (int i = 0; i < values.length; i++) {
                explain.setObject(i + 1, values[i]);
            }
            try (ResultSet plan = explain.executeQuery()) {
                while (plan.next()) {
                    Matcher pages = BUFFERS.matcher(plan.getString(1));
                    if (pages.find()) {
                        return Long.parseLong(pages.group(1));
                    }
                }
            }
            throw new AssertionError("the plan reports no pages");
        } finally {
            observer.rollback();
        }
    }

    @Test
    @DisplayName("a batch finds the row of its pipeline fence with few page reads")
    void shouldFindTheFence() throws SQLException {
        for (int i = 0; i < GONE; i++) {
            fixture.send();
        }
        try (Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT incarnation, pipeline_number, generation FROM restante_pipeline WHERE alive"
                                + " ORDER BY last_batch DESC LIMIT 1")) {
            row.next();
            long generation = row.getLong(3);
            assertThat(generation).isEqualTo(fixture.lastBatch() / 128);
            String byKey = "SELECT * FROM restante_pipeline WHERE incarnation = " + row.getLong(1)
                    + " AND pipeline_number = " + row.getInt(2);
            assertThat(pages(byKey)).as("pages with all row versions").isGreaterThan(25);
            assertThat(pages(byKey + " AND generation = " + generation)).isLessThan(12);
        }
    }

    @Test
    @DisplayName("a fetch does not read the rows that earlier fetches have passed")
    void shouldNotLookAtWhatIsGone() throws SQLException {
        List<Change> sends = new ArrayList<>();
        for (int i = 0; i < GONE; i++) {
            sends.add(StoreFixture.enqueue(fixture.shape().build()));
        }
        fixture.applied(sends.toArray(Change[]::new));
        List<Delivery> acquired = fixture.acquire(GONE);
        assertThat(acquired).hasSize(GONE);
        fixture.applied(acquired.stream()
                .map(delivery -> new Change.Complete(delivery.ref()))
                .toArray(Change[]::new));
        Delivery next = fixture.send();

        assertThat(pagesOfAcquire(Long.MIN_VALUE))
                .as("pages of a fetch from the first position")
                .isGreaterThan(80);
        assertThat(pagesOfAcquire(next.position()))
                .as("pages of a fetch from the new message")
                .isLessThan(60);
    }

    private long pagesOfAcquire(long firstPosition) throws SQLException {
        Object[] everywhere = Collections.nCopies(10, firstPosition).toArray();
        return pages(
                PostgresBatchSql.ACQUIRE,
                fixture.node.incarnation(),
                observer.createArrayOf("bigint", everywhere),
                fixture.queue.id(),
                (int) fixture.queue.id(),
                10,
                10,
                Long.MAX_VALUE);
    }

    private List<Long> acquireFrom(long firstPosition) {
        Map<Integer, Long> positions = new HashMap<>();
        for (int priority = 0; priority <= 9; priority++) {
            positions.put(priority, firstPosition);
        }
        AcquireRequest request = new AcquireRequest(
                fixture.queue.id(),
                10,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                new AcquireRequest.AcquireRange(0, positions),
                Set.of(),
                (brought, failure) -> {});
        return fixture.write(List.of(), List.of(request)).acquireResults().get(0).deliveries().stream()
                .map(Delivery::id)
                .toList();
    }

    @Test
    @DisplayName(
            "a fetch acquires deliveries from the given first position of each priority on, but no earlier delivery")
    void shouldBeginThere() {
        Delivery first = fixture.send();
        Delivery second = fixture.send();
        assertThat(acquireFrom(second.position())).containsExactly(second.id());
        assertThat(fixture.acquire(10)).extracting(Delivery::id).containsExactly(first.id());
    }
}
