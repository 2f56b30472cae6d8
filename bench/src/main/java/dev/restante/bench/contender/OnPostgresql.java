package dev.restante.bench.contender;

import java.nio.file.Path;

/** Keeps its messages in a PostgreSQL database, its own or one that is given. */
public interface OnPostgresql extends CarryingContender {

    /** Whether several JVMs can be at work on one database at the same time. */
    boolean sharesDatabase();

    /**
     * Starts it on a database that goes on when it is closed; makes its tables if they are missing.
     *
     * @param url of the database
     * @param directory exists, for whatever files it needs beside the database
     */
    RunningTransport startOn(String url, Path directory) throws Exception;
}
