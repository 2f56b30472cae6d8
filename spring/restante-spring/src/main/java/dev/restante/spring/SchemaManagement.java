package dev.restante.spring;

/** Treatment of the store's tables when the application starts. */
public enum SchemaManagement {

    /** Creates missing tables and migrates existing tables to the current version. */
    CREATE,

    /** Fails the start-up if the tables are missing. */
    VALIDATE,

    /** Does nothing at start-up. The first use opens the store and fails if the tables are missing. */
    NONE
}
