package dev.restante.store.jdbc.table;

import dev.restante.store.LastValueRepository;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** JDBC repository that tells which deliveries are the newest of their last-value key; batches write its rows. */
public final class JdbcLastValueRepository implements LastValueRepository {

    private static final String OF_DELIVERIES = " FROM restante_last_value WHERE delivery IN " + IdPages.PARAMETERS;

    private final Database database;

    public JdbcLastValueRepository(Database database) {
        this.database = database;
    }

    @Override
    public Set<Long> lastValuesAmong(Collection<Long> deliveryIds) {
        return database.read("The last values of keys cannot be read", connection -> {
            Set<Long> found = new HashSet<>();
            Statements.forEachOf(
                    connection,
                    "SELECT delivery" + OF_DELIVERIES,
                    IdPages.of(deliveryIds),
                    row -> found.add(row.getLong(1)));
            return found;
        });
    }

    @Override
    public void remove(Collection<Long> deliveryIds) {
        database.transaction(
                "The records of removed last values cannot be deleted",
                connection -> Statements.updateEach(
                        connection, "DELETE" + OF_DELIVERIES, IdPages.of(deliveryIds), page -> page));
    }
}
