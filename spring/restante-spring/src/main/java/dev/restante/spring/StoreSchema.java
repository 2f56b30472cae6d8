package dev.restante.spring;

/** The treatment of the store's tables when the application starts. */
public enum StoreSchema {

    /** They are created where there are none, and brought up to date. */
    CREATE,

    /** Start-up fails where there are none. */
    VALIDATE,

    /** Nothing: the store is opened by its first use, which fails where there are none. */
    NONE
}
