package dev.restante.store.jdbc.mariadb;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows in lists whose lengths are powers of two, for statements that name each: so there are few different texts. What
 * is left over names the last row again, which changes nothing.
 */
final class RowLists {

    private static final int LONGEST = 128;

    private RowLists() {}

    /** The rows, in their order. */
    static <T> List<List<T>> of(List<T> rows) {
        List<List<T>> lists = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += LONGEST) {
            lists.add(padded(rows.subList(from, Math.min(from + LONGEST, rows.size()))));
        }
        return lists;
    }

    /** The rows, and the last one again. */
    static <T> List<T> padded(List<T> rows) {
        int length = 1;
        while (length < rows.size()) {
            length *= 2;
        }
        if (length == rows.size()) {
            return rows;
        }
        List<T> padded = new ArrayList<>(length);
        padded.addAll(rows);
        padded.addAll(Collections.nCopies(length - rows.size(), rows.get(rows.size() - 1)));
        return padded;
    }

    /** Binds ids from a parameter on. */
    static void bind(PreparedStatement statement, int first, List<Long> ids) throws SQLException {
        for (int i = 0; i < ids.size(); i++) {
            statement.setLong(first + i, ids.get(i));
        }
    }

    /** So many of something, with something else between them. */
    static String times(int times, String each, String between) {
        return String.join(between, Collections.nCopies(times, each));
    }

    /** So many parameters in brackets. */
    static String parameters(int times) {
        return "(" + times(times, "?", ", ") + ")";
    }
}
