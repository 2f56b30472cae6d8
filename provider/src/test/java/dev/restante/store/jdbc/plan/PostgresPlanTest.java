package dev.restante.store.jdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpening;
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

@DisplayName("no statement reads more pages than its list of rows asks for, whatever the statistics say")
final class PostgresPlanTest {

    /** How many indexes a statement probes for each row, and some dead rows. */
    private static final int PROBES_OF_A_ROW = 6;

    private static final int PAGES_OF_A_STATEMENT = 50;

    private static final int[] LISTS = {1, 12};

    private static final int MOST_SHOWN = 15;

    /** Statements that read what an entity, a node or a table has, for administrators or seldom. */
    private static final Set<String> UNBOUNDED = Set.of(
            "BlockedGroups.PREPARED",
            "BlockedGroups.WAITING",
            "EntityCounts.SELECT",
            "EntityRemoval.deleteRows duplicate_id",
            "EntityRemoval.deleteRows last_value",
            "EntityRemoval.deleteRows message_group",
            "EntityRemoval.deleteRows receive_attempt",
            "EntityRemoval.some",
            "GroupReads.OWNER",
            "JdbcBodyRepository.RELEASE_OF_DEAD",
            "JdbcBodyRepository.forgetReferences",
            "JdbcBodyRepository.unused",
            "JdbcDeliveryInspector.EXTENT",
            "JdbcDeliveryInspector.REASONS",
            "OrphanReads.COUNT",
            "JdbcMembership.owned",
            "JdbcMembership.releasable",
            "JdbcMessageGroupRepository.ACQUIRED_ELSEWHERE",
            "JdbcMessageGroupRepository.RELEASE_ALL",
            "NodeIdentity.HIGHEST_INCARNATION",
            "NodeListing.ACQUIRED",
            "PostgresBatchSql.BLOCKED_GROUPS",
            "PostgresReads.OF_ANY_GROUP",
            "PostgresReads.OF_GROUPS",
            "ReadSql.COUNTS",
            "ReadSql.EXPIRED_OF_GROUPS",
            "ReadSql.LIST_DEFERRED",
            "ReadSql.nextDue passing over entities");

    /** How many probes a statement makes for each row of its list: one for each state and precedence, for instance. */
    private static final Map<String, Integer> PROBES =
            Map.of("PostgresReads.OLDEST_FOLLOWING_DEFAULT", 30, "PostgresReads.HAVING_AVAILABLE", 10);

    /** Statements of application transactions that are executed on connections of Restante. */
    private static final Set<String> ON_OWN_CONNECTIONS =
            Set.of("PostgresApplicationTransactions.STATUS", "PostgresApplicationTransactions.LEFT");

    private final List<String> faults = new ArrayList<>();
    private final Map<Integer, PreparedPlan> plans = new TreeMap<>();
    private List<Statement> statements = List.of();
    private long nextRow = PlanTables.ENTITY + 1;

    @ParameterizedTest
    @EnumSource
    void shouldReadNoMoreThanTheListAsksFor(PlanSession session) throws SQLException {
        String url = PostgresServer.newDatabase();
        try (Store store = StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
                Connection administrator = DriverManager.getConnection(url, PostgresServer.USER, "");
                Connection connection = session.connect(url)) {
            statements = StatementCatalogue.of(store).statements().stream()
                    .filter(each -> each.looks()
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
        assertThat(faults.stream().limit(MOST_SHOWN))
                .as(faults.size() + " in all")
                .isEmpty();
    }

    /** Executes all statements, each in a transaction that is undone. */
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
                StoreOpening.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""))) {
            StatementCatalogue catalogue = StatementCatalogue.of(store);
            assertThat(catalogue.strangers()).isEmpty();
            assertThat(catalogue.statements())
                    .filteredOn(each -> each.name().startsWith("PostgresApplicationTransactions.")
                            && !each.ofApplication()
                            && !ON_OWN_CONNECTIONS.contains(each.name()))
                    .as("statements for connections of the application without AlongIndexes")
                    .isEmpty();
        }
    }
}
