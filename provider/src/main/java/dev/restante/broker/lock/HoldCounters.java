package dev.restante.broker.lock;

import java.util.concurrent.atomic.LongAdder;

/** What is counted of one entity's holds: adders that only grow, so that counting costs the threads that do it nothing but their own cells. */
final class HoldCounters {

    final LongAdder received = new LongAdder();
    final LongAdder completed = new LongAdder();
    final LongAdder lost = new LongAdder();

    HoldCounts counts() {
        return new HoldCounts(received.sum(), completed.sum(), lost.sum());
    }
}
