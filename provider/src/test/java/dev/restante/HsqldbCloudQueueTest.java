package dev.restante;

import java.util.concurrent.atomic.AtomicInteger;

class HsqldbCloudQueueTest extends CloudQueueSuite {

    private static final AtomicInteger STORES = new AtomicInteger();

    @Override
    String newStoreUrl() {
        return "jdbc:hsqldb:mem:cloud" + STORES.incrementAndGet();
    }
}
