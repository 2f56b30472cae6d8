package dev.restante.spring;

/** Rule that says whether messages take part in Spring transactions on the store's data source. */
public enum TransactionMode {

    /** Messages take part where possible. All other work is non-transactional, or belongs to its session (BEY-06). */
    MIXED,

    /** Messages always take part. Restante rejects other work, and a store outside any {@code DataSource} (BEY-01). */
    JOINED,

    /** Messages never take part. */
    SEPARATE
}
