package dev.restante.store.jdbc.table;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Ids in pages of one size, for statements that name so many; places that are left over name nothing. */
final class IdPages {

    static final int PAGE = 50;

    /** The parameters of a page in parentheses, for SQL's IN. */
    static final String PARAMETERS = "(?" + ", ?".repeat(PAGE - 1) + ")";

    private static final long NOTHING = -1;

    private IdPages() {}

    /** Ascending, each id once. */
    static List<List<Long>> of(Collection<Long> ids) {
        List<Long> ordered = List.copyOf(new TreeSet<>(ids));
        List<List<Long>> pages = new ArrayList<>();
        for (int from = 0; from < ordered.size(); from += PAGE) {
            pages.add(ordered.subList(from, Math.min(from + PAGE, ordered.size())));
        }
        return pages;
    }

    /** Binds a page to the first parameters. */
    static void bind(PreparedStatement statement, List<Long> page) throws SQLException {
        for (int i = 0; i < PAGE; i++) {
            statement.setLong(i + 1, i < page.size() ? page.get(i) : NOTHING);
        }
    }
}
