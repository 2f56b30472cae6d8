package dev.restante;

import java.util.concurrent.atomic.AtomicInteger;

/** Jakarta Messaging on embedded stores in memory. */
class HsqldbJmsTest extends JmsSuite {

    private static final AtomicInteger STORES = new AtomicInteger();

    @Override
    String newStoreUrl() {
        return "jdbc:hsqldb:mem:jms" + STORES.incrementAndGet();
    }
}
