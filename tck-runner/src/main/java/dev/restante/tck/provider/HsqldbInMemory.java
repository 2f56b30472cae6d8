package dev.restante.tck.provider;

import java.util.concurrent.atomic.AtomicInteger;

/** Databases in the memory of this JVM. */
final class HsqldbInMemory implements Databases {

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
        // A database in memory ends with the last connection to it.
    }
}
