package dev.restante.store.jdbc.table;

import dev.restante.store.LastValueRepository;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
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
            try (PreparedStatement select = connection.prepareStatement("SELECT delivery" + OF_DELIVERIES)) {
                for (List<Long> page : IdPages.of(deliveryIds)) {
                    IdPages.bind(select, page);
                    try (ResultSet rows = select.executeQuery()) {
                        while (rows.next()) {
                            found.add(rows.getLong(1));
                        }
                    }
                }
            }
            return found;
        });
    }

    @Override
    public void remove(Collection<Long> deliveryIds) {
        database.transaction("The records of removed last values cannot be deleted", connection -> {
            delete(connection, deliveryIds);
            return deliveryIds;
        });
    }

    private static void delete(Connection connection, Collection<Long> deliveryIds) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE" + OF_DELIVERIES)) {
            for (List<Long> page : IdPages.of(deliveryIds)) {
                IdPages.bind(delete, page);
                delete.executeUpdate();
            }
        }
    }
}
