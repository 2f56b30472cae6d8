package dev.restante.spring;

/** Setting that says whether start-up creates and migrates the store's tables, only checks them, or does nothing. */
public enum SchemaManagement {

    /** Creates missing tables and migrates existing tables to the current version. */
    CREATE,

    /** Fails the start-up if the tables are missing. */
    VALIDATE,

    /** Does nothing at start-up. The first use opens the store and fails if the tables are missing. */
    NONE
}
