package dev.restante.store.jdbc.table;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Splitter of id lists into pages of a fixed size, padded with an unused id, so that SQL IN lists need one statement
 * text.
 */
final class IdPages {

    static final int PAGE_SIZE = 50;

    static final String PARAMETERS = "(?" + ", ?".repeat(PAGE_SIZE - 1) + ")";

    private static final long UNUSED_ID = -1;

    private IdPages() {}

    /** Returns pages of the distinct ids in ascending order. */
    static List<List<Long>> of(Collection<Long> ids) {
        List<Long> ordered = List.copyOf(new TreeSet<>(ids));
        List<List<Long>> pages = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += PAGE_SIZE) {
            pages.add(ordered.subList(from, Math.min(from + PAGE_SIZE, ordered.size())));
        }
        return pages;
    }

    static void bind(PreparedStatement statement, List<Long> page) throws SQLException {
        for (int i = 0; i < PAGE_SIZE; i++) {
            statement.setLong(i + 1, i < page.size() ? page.get(i) : UNUSED_ID);
        }
    }
}
