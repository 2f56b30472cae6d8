package dev.restante.jta;

import javax.transaction.xa.XAResource;

/** Participant in transactions besides Restante, which stores keys and outlives the JVM that uses it. */
interface Partner extends AutoCloseable {

    enum Kind {
        POSTGRES,
        ARTEMIS
    }

    static Partner open(Kind kind, String url) throws Exception {
        return switch (kind) {
            case POSTGRES -> new PostgresPartner(url);
            case ARTEMIS -> new ArtemisPartner(url);
        };
    }

    XAResource resource();

    /** Adds a key in the current transaction of the resource. */
    void write(String key) throws Exception;

    /** Returns the number of committed entries with a key. */
    long count(String key) throws Exception;

    long inDoubt() throws Exception;

    @Override
    void close() throws Exception;
}
