package dev.restante.jta;

import dev.restante.durability.ChildJvm;
import dev.restante.jta.CrashPlan.Place;
import dev.restante.jta.WatchedResource.Call;
import java.util.concurrent.CountDownLatch;

/**
 * Step of a transaction at which a child process is killed. The child reports the step and then waits, unless the kill
 * comes during the step.
 */
final class FatalStep implements WatchedResource.Watcher {

    /** Word with which a child reports that it has reached its step. */
    static final String REACHED = "reached";

    private final CrashPlan plan;

    FatalStep(CrashPlan plan) {
        this.plan = plan;
    }

    @Override
    public void before(Call call) {
        come(call, Place.BEFORE);
    }

    @Override
    public void after(Call call) {
        come(call, Place.AFTER);
    }

    private void come(Call call, Place place) {
        if (call != plan.call()) {
            return;
        }
        if (place == Place.BEFORE && plan.place() == Place.DURING) {
            ChildJvm.tell(REACHED);
        } else if (place == plan.place()) {
            ChildJvm.tell(REACHED);
            stay();
        }
    }

    /** Blocks until the process is killed. */
    static void stay() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
