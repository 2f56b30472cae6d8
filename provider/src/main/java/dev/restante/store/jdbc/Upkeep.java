package dev.restante.store.jdbc;

/** What a database needs of those who write to it, besides their statements. Thread-safe. */
interface Upkeep {

    /** For a database that looks after itself. */
    Upkeep NONE = new Upkeep() {
        @Override
        public void rowsWritten(long rows) {}

        @Override
        public void requireDurable() {}

        @Override
        public void maintain() {}
    };

    /** So many rows were written to tables on disk. */
    void rowsWritten(long rows);

    /**
     * Asked after each commit.
     *
     * @throws dev.restante.store.StoreException if something that was committed would not survive a crash now; it has taken effect all the same
     */
    void requireDurable();

    /** Does what is due; called often, between batches. */
    void maintain();
}
