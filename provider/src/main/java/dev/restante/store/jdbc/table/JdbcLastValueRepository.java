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

/** The last values of keys in a table, one row for each key. What arrives, the batches write. */
public final class JdbcLastValueRepository implements LastValueRepository {

    private static final String THESE = " FROM restante_last_value WHERE delivery IN " + IdPages.PARAMETERS;

    private final Database database;

    public JdbcLastValueRepository(Database database) {
        this.database = database;
    }

    @Override
    public Set<Long> notReplaced(Collection<Long> deliveryIds) {
        return database.read("the last values of keys can't be read", connection -> {
            Set<Long> found = new HashSet<>();
            try (PreparedStatement select = connection.prepareStatement("SELECT delivery" + THESE)) {
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
    public void forget(Collection<Long> deliveryIds) {
        database.transaction("last values that have gone can't be forgotten", connection -> {
            delete(connection, deliveryIds);
            return deliveryIds;
        });
    }

    private static void delete(Connection connection, Collection<Long> deliveryIds) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE" + THESE)) {
            for (List<Long> page : IdPages.of(deliveryIds)) {
                IdPages.bind(delete, page);
                delete.executeUpdate();
            }
        }
    }
}
