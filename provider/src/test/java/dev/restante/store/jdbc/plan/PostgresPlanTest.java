package dev.restante.store.jdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.plan.PlanTables.State;
import dev.restante.store.jdbc.plan.PreparedPlan.Reading;
import dev.restante.store.jdbc.plan.StatementCatalogue.Statement;
import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("limited reads of statements on PostgreSQL with any statistics")
final class PostgresPlanTest {

    /** Number of index probes of a statement for each row, with a reserve for dead rows. */
    private static final int PROBES_OF_A_ROW = 6;

    private static final int PAGES_OF_A_STATEMENT = 50;

    private static final int[] LISTS = {1, 12};

    private static final int MAX_SHOWN = 15;

    /** Statements that read all rows of an entity, a node or a table, seldom or for administrators. */
    private static final Set<String> UNBOUNDED = Set.of(
            "BlockedGroupReader.PREPARED",
            "BlockedGroupReader.WAITING",
            "EntityCountReader.SELECT",
            "EntityDeleter.deleteRows duplicate_id",
            "EntityDeleter.deleteRows last_value",
            "EntityDeleter.deleteRows message_group",
            "EntityDeleter.deleteRows receive_attempt",
            "EntityDeleter.some",
            "GroupReader.OWNER",
            "JdbcBodyRepository.RELEASE_OF_DEAD",
            "JdbcBodyRepository.forgetReferences",
            "JdbcBodyRepository.unreferenced",
            "JdbcDeliveryInspector.EXTENT",
            "JdbcDeliveryInspector.REASONS",
            "OrphanReader.COUNT",
            "JdbcMembership.owned",
            "JdbcMembership.releasable",
            "JdbcMessageGroupRepository.ACQUIRED_ELSEWHERE",
            "JdbcMessageGroupRepository.RELEASE_ALL_OF_NODE",
            "NodeIdentityAllocator.HIGHEST_INCARNATION",
            "NodeListing.ACQUIRED",
            "PostgresBatchSql.BLOCKED_GROUPS",
            "PostgresKeyedReader.ROWS_OF_ANY_GROUP",
            "PostgresKeyedReader.OF_GROUPS",
            "ReadSql.COUNTS",
            "ReadSql.EXPIRED_OF_GROUPS",
            "ReadSql.LIST_DEFERRED",
            "ReadSql.nextDue passing over entities");

    /** Number of probes of a statement for each row of its list, such as one for each state and precedence. */
    private static final Map<String, Integer> PROBES = Map.of(
            "PostgresKeyedReader.OLDEST_WITH_DEFAULT_TIME_TO_LIVE", 30, "PostgresKeyedReader.HAVING_AVAILABLE", 10);

    /** Statements of application transactions that Restante executes on its own connections. */
    private static final Set<String> ON_OWN_CONNECTIONS =
            Set.of("PostgresApplicationTransactions.STATUS", "PostgresApplicationTransactions.REMAINING");

    private final List<String> faults = new ArrayList<>();
    private final Map<Integer, PreparedPlan> plans = new TreeMap<>();
    private List<Statement> statements = List.of();
    private long nextRow = PlanTables.ENTITY + 1;

    @ParameterizedTest
    @EnumSource
    void shouldReadNoMoreThanTheListAsksFor(PlanSession session) throws SQLException {
        String url = PostgresServer.newDatabase();
        try (Store store = StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
                Connection administrator = DriverManager.getConnection(url, PostgresServer.USER, "");
                Connection connection = session.connect(url)) {
            statements = StatementCatalogue.of(store).statements().stream()
                    .filter(each -> each.readsRows()
                            && each.ofApplication() == (session == PlanSession.APPLICATION)
                            && !UNBOUNDED.contains(each.name()))
                    .toList();
            assertThat(statements).isNotEmpty();
            PlanTables.empty(administrator);
            readAll(session, connection, State.GROWN, false);
            PlanTables.fill(administrator);
            for (State state : State.values()) {
                state.set(administrator);
                readAll(session, connection, state, true);
            }
        }
        assertThat(faults.stream().limit(MAX_SHOWN))
                .as(faults.size() + " faults in total")
                .isEmpty();
    }

    /** Executes all statements, each in a transaction that is rolled back. */
    private void readAll(PlanSession session, Connection connection, State state, boolean judged) throws SQLException {
        for (int i = 0; i < statements.size(); i++) {
            Statement statement = statements.get(i);
            for (int rows : LISTS) {
                session.begin(connection);
                PreparedPlan plan = session.keepsPlans() ? plans.get(i) : null;
                if (plan == null) {
                    plan = PreparedPlan.of(connection, "plan" + i, statement.sql());
                    plans.put(i, plan);
                }
                try {
                    Reading reading = plan.execute(nextRow, rows);
                    if (judged) {
                        judge(statement, state, rows, reading);
                    }
                } catch (SQLException e) {
                    faults.add(statement.name() + " fails in the state " + state + ": " + e.getMessage());
                }
                nextRow += rows;
                session.end(connection, "plan" + i);
                if (!plan.takesLists()) {
                    break;
                }
            }
        }
    }

    private void judge(Statement statement, State state, int rows, Reading reading) {
        int named = Math.max(rows, statement.sql().split("\\?", -1).length);
        long perRow = 4L * PROBES.getOrDefault(statement.name(), PROBES_OF_A_ROW);
        if (reading.pages() > PAGES_OF_A_STATEMENT + perRow * named) {
            faults.add(statement.name() + " with " + rows + " rows reads " + reading.pages() + " pages in the state "
                    + state + ":\n" + statement.sql() + "\n" + reading.plan());
        }
    }

    @Test
    void shouldKnowEachStatement() throws IOException {
        try (Store store =
                StoreOpener.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""))) {
            StatementCatalogue catalogue = StatementCatalogue.of(store);
            assertThat(catalogue.unlistedLiterals()).isEmpty();
            assertThat(catalogue.statements())
                    .filteredOn(each -> each.name().startsWith("PostgresApplicationTransactions.")
                            && !each.ofApplication()
                            && !ON_OWN_CONNECTIONS.contains(each.name()))
                    .as("statements for connections of the application without NoSeqScanSql")
                    .isEmpty();
        }
    }
}
