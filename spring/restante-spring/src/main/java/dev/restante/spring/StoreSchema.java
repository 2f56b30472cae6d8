package dev.restante.spring;

/** What happens to the tables of the store when the application starts. */
public enum StoreSchema {

    /** They are created where there are none, and brought up to date. */
    CREATE,

    /** Start-up fails where there are none. */
    VALIDATE,

    /** Nothing: the store is opened by its first use, which fails where there are none. */
    NONE
}
