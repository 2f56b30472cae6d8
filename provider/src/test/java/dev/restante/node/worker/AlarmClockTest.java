package dev.restante.node.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.FakeTime;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the alarm clock")
final class AlarmClockTest {

    private final FakeTime time = new FakeTime();
    private final AlarmClock clock = new AlarmClock("test", time);
    private volatile boolean fails = true;
    private final LinkedBlockingQueue<String> rung = new LinkedBlockingQueue<>();

    @BeforeEach
    void start() {
        clock.start();
    }

    @AfterEach
    void close() {
        clock.close();
    }

    private AlarmClock.Alarm alarm(String name) {
        return clock.alarm(name, () -> rung.add(name));
    }

    private String next() throws InterruptedException {
        return String.valueOf(rung.poll(10, TimeUnit.SECONDS));
    }

    /** Everything that is due now has rung when this returns. */
    private void settle() throws InterruptedException {
        Semaphore passed = new Semaphore(0);
        clock.alarm("barrier", passed::release).set(time.millis());
        assertThat(passed.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("rings at the instant, earliest first, once for each setting")
    void shouldRingInOrder() throws InterruptedException {
        long now = time.millis();
        alarm("late").set(now + 20);
        AlarmClock.Alarm early = alarm("early");
        early.set(now + 10);
        time.advance(Duration.ofMillis(9));
        settle();
        assertThat(rung).isEmpty();
        time.advance(Duration.ofMillis(11));
        assertThat(next()).isEqualTo("early");
        assertThat(next()).isEqualTo("late");
        settle();
        assertThat(rung).isEmpty();
        early.set(now);
        assertThat(next()).isEqualTo("early");
    }

    @Test
    @DisplayName("an alarm is moved by set, only forward by setNoLaterThan, and unset by the instant that never comes")
    void shouldMove() throws InterruptedException {
        long now = time.millis();
        AlarmClock.Alarm alarm = alarm("a");
        alarm.set(now + 10);
        alarm.setNoLaterThan(now + 20);
        time.advance(Duration.ofMillis(10));
        assertThat(next()).isEqualTo("a");
        alarm.set(now + 30);
        alarm.setNoLaterThan(now + 20);
        time.advance(Duration.ofMillis(10));
        assertThat(next()).isEqualTo("a");
        alarm.set(now + 30);
        alarm.set(now + 50);
        alarm.setNoLaterThan(AlarmClock.UNSET);
        time.advance(Duration.ofMillis(20));
        settle();
        assertThat(rung).isEmpty();
        alarm.set(AlarmClock.UNSET);
        time.advance(Duration.ofDays(1));
        settle();
        assertThat(rung).isEmpty();
    }

    @Test
    @DisplayName("one that fails does not stop the others, and can be set again")
    void shouldSurviveAFailure() throws InterruptedException {
        AlarmClock.Alarm failing = clock.alarm("failing", () -> {
            rung.add("failing");
            throw new StackOverflowError("on purpose");
        });
        failing.set(time.millis());
        assertThat(next()).isEqualTo("failing");
        alarm("other").set(time.millis());
        assertThat(next()).isEqualTo("other");
        failing.set(time.millis());
        assertThat(next()).isEqualTo("failing");
    }

    @Test
    @DisplayName("one that throws before it has set itself again rings again, after a while that grows")
    void shouldRingAgainAfterAFailure() throws InterruptedException {
        AlarmClock.Alarm[] self = new AlarmClock.Alarm[1];
        self[0] = clock.alarm("periodic", () -> {
            rung.add("periodic");
            if (fails) {
                throw new NumberFormatException("on purpose");
            }
            self[0].set(time.millis() + Duration.ofHours(1).toMillis());
        });
        self[0].set(time.millis());
        assertThat(next()).isEqualTo("periodic");
        settle();
        assertThat(rung).isEmpty();
        time.advance(Duration.ofSeconds(1));
        assertThat(next()).isEqualTo("periodic");
        settle();
        time.advance(Duration.ofSeconds(1));
        settle();
        assertThat(rung).isEmpty();
        fails = false;
        time.advance(Duration.ofSeconds(1));
        assertThat(next()).isEqualTo("periodic");
        settle();
        time.advance(Duration.ofMinutes(59));
        settle();
        assertThat(rung).isEmpty();
        time.advance(Duration.ofMinutes(1));
        assertThat(next()).isEqualTo("periodic");
    }

    @Test
    @DisplayName("an alarm may set itself, and rings no more once the clock is closed from within")
    void shouldEndFromWithin() throws InterruptedException {
        AlarmClock.Alarm[] self = new AlarmClock.Alarm[1];
        self[0] = clock.alarm("self", () -> {
            rung.add("self");
            self[0].set(time.millis());
            if (rung.size() == 3) {
                clock.close();
            }
        });
        self[0].set(time.millis());
        clock.close();
        assertThat(rung.size()).isLessThanOrEqualTo(3);
    }
}
