package dev.restante.bench.contender;

import java.nio.file.Path;

/**
 * Interface of compared systems with messages in PostgreSQL: starts a system on an existing database, and says whether
 * several JVMs can share it.
 */
public interface PostgresqlContender extends MessagingContender {

    /** Returns whether several JVMs can use one database at the same time. */
    boolean supportsSharedDatabase();

    /**
     * Starts the contender on a database that stays open afterwards, and creates missing tables.
     *
     * @param directory the existing directory for other files of the contender
     */
    RunningTransport startOnDatabase(String url, Path directory) throws Exception;
}
