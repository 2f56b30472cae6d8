package dev.restante.samples.quickstart;

import java.util.concurrent.CountDownLatch;

/** The end of the story: each job has its outcome in the ledger. */
final class Finish {

    private final CountDownLatch missing;

    Finish(int jobs) {
        this.missing = new CountDownLatch(jobs);
    }

    /** One more outcome is in the ledger. */
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
