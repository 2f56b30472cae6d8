package dev.restante.jta;

import javax.transaction.xa.XAResource;

/** What takes part in transactions besides Restante, and outlives the JVM that uses it. It keeps keys. */
interface Partner extends AutoCloseable {

    /** Kinds of partners. */
    enum Kind {
        POSTGRES,
        ARTEMIS
    }

    /** Opens one where an address says. */
    static Partner open(Kind kind, String url) throws Exception {
        return switch (kind) {
            case POSTGRES -> new PostgresPartner(url);
            case ARTEMIS -> new ArtemisPartner(url);
        };
    }

    XAResource resource();

    /** Adds a key, in the transaction that the resource takes part in. */
    void write(String key) throws Exception;

    /** How often a key is there for everybody. */
    long count(String key) throws Exception;

    /** How many branches are in doubt. */
    long inDoubt() throws Exception;

    @Override
    void close() throws Exception;
}
