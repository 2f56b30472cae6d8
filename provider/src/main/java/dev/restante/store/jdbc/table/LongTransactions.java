package dev.restante.store.jdbc.table;

import dev.restante.model.ShownText;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The open transactions for which deletions wait. Thread-safe. */
final class LongTransactions {

    private final Database database;
    private final AtomicLong blockedDeletions = new AtomicLong();

    LongTransactions(Database database) {
        this.database = database;
    }

    /** Returns how many deletions have waited in vain for transactions that the database tells of. */
    long blockedDeletions() {
        return blockedDeletions.get();
    }

    /** Returns the failure of a deletion that has waited in vain, with a message that names what the database tells. */
    StoreException named(StoreException failure) {
        String sql = database.dialect().longTransactions();
        List<String> open = List.of();
        try {
            open = sql.isEmpty()
                    ? List.of()
                    : database.impatient()
                            .read("the open transactions can't be read", connection -> texts(connection, sql));
        } catch (StoreException e) {
            failure.addSuppressed(e);
        }
        if (open.isEmpty()) {
            return failure;
        }
        blockedDeletions.incrementAndGet();
        return new StoreException(
                failure.kind(),
                failure.getMessage() + ". It waits for transactions that may have sent to the queue. These are open: "
                        + String.join("; ", open) + ". Commit them or roll them back, then delete again.",
                failure);
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                texts.add(ShownText.of(rows.getString(1)));
            }
        }
        return texts;
    }
}
