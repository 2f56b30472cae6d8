package dev.restante.store.jdbc.mariadb;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Parameter lists padded to a power of two in length, so that few different statement texts occur. Padding repeats the
 * last row, which changes nothing.
 */
final class PaddedParameterLists {

    private static final int MAX_LENGTH = 128;

    private PaddedParameterLists() {}

    /** Returns padded slices of rows in their order. */
    static <T> List<List<T>> slices(List<T> rows) {
        List<List<T>> lists = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += MAX_LENGTH) {
            lists.add(padded(rows.subList(from, Math.min(from + MAX_LENGTH, rows.size()))));
        }
        return lists;
    }

    /** Returns the rows, padded with the last row. */
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

    static void bind(PreparedStatement statement, int first, List<Long> ids) throws SQLException {
        for (int i = 0; i < ids.size(); i++) {
            statement.setLong(first + i, ids.get(i));
        }
    }

    static String repeat(int count, String text, String separator) {
        return String.join(separator, Collections.nCopies(count, text));
    }

    static String parameters(int count) {
        return "(" + repeat(count, "?", ", ") + ")";
    }
}
