package dev.restante.samples.quickstart;

import java.util.concurrent.CountDownLatch;

/** Countdown of the jobs without an outcome in the ledger, which tells the demo application when it can end. */
final class CompletionCheck {

    private final CountDownLatch missing;

    CompletionCheck(int jobs) {
        this.missing = new CountDownLatch(jobs);
    }

    /** Counts another outcome in the ledger. */
    void recorded() {
        missing.countDown();
    }

    boolean reached() {
        return missing.getCount() == 0;
    }

    void await() throws InterruptedException {
        missing.await();
    }
}
