package dev.restante.node.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the throttle of bulk work")
final class BulkThrottleTest {

    private final AtomicLong works = new AtomicLong(7);
    private final AtomicLong nanos = new AtomicLong(1_000);
    private final AtomicLong rested = new AtomicLong();
    private final BulkThrottle throttle = new BulkThrottle(works::get, nanos::get, rested::addAndGet);

    private void piece(long tookNanos, int own, int others) {
        throttle.begin();
        nanos.addAndGet(tookNanos);
        works.addAndGet((long) own + others);
        throttle.yieldAfter(own);
    }

    @Test
    @DisplayName("bulk work rests a quarter of the time of its last piece if other work came up meanwhile")
    void shouldRest() {
        piece(400, 2, 1);
        assertThat(rested).hasValue(100);
    }

    @Test
    @DisplayName("bulk work does not rest if no other work came up")
    void shouldGoOn() {
        piece(400, 2, 0);
        assertThat(rested).hasValue(0);
    }

    @Test
    @DisplayName("only the last piece determines the rest, not the time or other work before it")
    void shouldForgetWhatWasBefore() {
        piece(400, 1, 3);
        nanos.addAndGet(1_000_000);
        works.addAndGet(50);
        piece(40, 1, 1);
        assertThat(rested).hasValue(110);
    }

    @Test
    @DisplayName("bulk work rests for the full time even if its thread was unparked before")
    void shouldRestWhenUnparked() {
        LockSupport.unpark(Thread.currentThread());
        long begunNanos = System.nanoTime();
        BulkThrottle.pause(2_000_000);
        assertThat(System.nanoTime() - begunNanos).isGreaterThanOrEqualTo(2_000_000);
    }
}
