package dev.restante.store.jdbc.database;

/** Conversion of JDBC batch update counts to one flag for each row. */
public final class UpdateCounts {

    private UpdateCounts() {}

    /** Returns, for each row, whether it was changed or deleted. */
    public static boolean[] changedRows(int[] counts) {
        boolean[] changed = new boolean[counts.length];
        for (int i = 0; i < counts.length; i++) {
            changed[i] = counts[i] == 1;
        }
        return changed;
    }
}
