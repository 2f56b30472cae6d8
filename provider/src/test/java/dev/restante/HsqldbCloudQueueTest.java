package dev.restante;

import java.util.concurrent.atomic.AtomicInteger;

/** The queues of cloud services on embedded stores in memory. */
class HsqldbCloudQueueTest extends CloudQueueSuite {

    private static final AtomicInteger STORES = new AtomicInteger();

    @Override
    String newStoreUrl() {
        return "jdbc:hsqldb:mem:cloud" + STORES.incrementAndGet();
    }
}
