package dev.restante.spring;

/** The ways of messages to take part in Spring's transactions on the data source that they are kept in. */
public enum StoreMode {

    /** Where that is possible; everything else is done as if there was no transaction (BEY-06). */
    MIXED,

    /** Always; what can't take part is refused, and so is a store that is not in a data source (BEY-01). */
    JOINED,

    /** Never. */
    SEPARATE
}
