package dev.restante.store.jdbc.database;

/** The update counts of a JDBC batch. */
public final class UpdateCounts {

    private UpdateCounts() {}

    /** For each row whether it was changed, or deleted. */
    public static boolean[] hits(int[] counts) {
        boolean[] hits = new boolean[counts.length];
        for (int i = 0; i < counts.length; i++) {
            hits[i] = counts[i] == 1;
        }
        return hits;
    }
}
