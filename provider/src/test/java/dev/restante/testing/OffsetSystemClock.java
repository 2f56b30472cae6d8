package dev.restante.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Clock of the system that a test can move forward. */
public final class OffsetSystemClock implements TestClock {

    private final AtomicLong aheadMillis = new AtomicLong();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    @Override
    public long storeMillis() {
        return System.currentTimeMillis() + aheadMillis.get();
    }

    @Override
    public long waitMillisUntil(long deadlineMillis) {
        return deadlineMillis - storeMillis();
    }

    @Override
    public void onTestClockMoved(Runnable listener) {
        listeners.add(listener);
    }

    public void jump(Duration ahead) {
        aheadMillis.addAndGet(ahead.toMillis());
        listeners.forEach(Runnable::run);
    }
}
