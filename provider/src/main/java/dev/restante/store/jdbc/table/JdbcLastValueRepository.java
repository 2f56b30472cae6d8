package dev.restante.store.jdbc.table;

import dev.restante.store.LastValueRepository;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The last values of keys in a table, one row for each key. What arrives, the batches write. */
public final class JdbcLastValueRepository implements LastValueRepository {

    /** So many ids in one statement; places that are left over name nothing. */
    private static final int PAGE = 50;

    private static final long NO_DELIVERY = -1;

    private static final String THESE = " FROM restante_last_value WHERE delivery IN (?" + ", ?".repeat(PAGE - 1) + ")";

    private final Database database;

    public JdbcLastValueRepository(Database database) {
        this.database = database;
    }

    @Override
    public Set<Long> notReplaced(Collection<Long> deliveryIds) {
        return database.read("the last values of keys can't be read", connection -> {
            Set<Long> found = new HashSet<>();
            try (PreparedStatement select = connection.prepareStatement("SELECT delivery" + THESE)) {
                for (List<Long> page : pages(deliveryIds)) {
                    bind(select, page);
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
            for (List<Long> page : pages(deliveryIds)) {
                bind(delete, page);
                delete.executeUpdate();
            }
        }
    }

    private static List<List<Long>> pages(Collection<Long> ids) {
        List<Long> ordered = List.copyOf(new TreeSet<>(ids));
        List<List<Long>> pages = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += PAGE) {
            pages.add(ordered.subList(from, Math.min(from + PAGE, ordered.size())));
        }
        return pages;
    }

    private static void bind(PreparedStatement statement, List<Long> page) throws SQLException {
        for (int i = 0; i < PAGE; i++) {
            statement.setLong(i + 1, i < page.size() ? page.get(i) : NO_DELIVERY);
        }
    }
}
