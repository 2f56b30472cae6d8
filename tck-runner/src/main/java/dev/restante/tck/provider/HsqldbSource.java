package dev.restante.tck.provider;

import java.util.concurrent.atomic.AtomicInteger;

/** Source of in-memory HSQLDB databases. */
final class HsqldbSource implements DatabaseSource {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    @Override
    public String user() {
        return "SA";
    }

    @Override
    public String newUrl() {
        return "jdbc:hsqldb:mem:conformance_" + DATABASES.incrementAndGet();
    }

    @Override
    public void close() {
        // An in-memory database ends with its last connection.
    }
}
