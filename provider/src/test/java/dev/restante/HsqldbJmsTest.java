package dev.restante;

import java.util.concurrent.atomic.AtomicInteger;

class HsqldbJmsTest extends JmsSuite {

    private static final AtomicInteger STORES = new AtomicInteger();

    @Override
    String newStoreUrl() {
        return "jdbc:hsqldb:mem:jms" + STORES.incrementAndGet();
    }
}
