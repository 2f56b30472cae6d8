package dev.restante.node.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.FakeClock;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the node scheduler")
final class NodeSchedulerTest {

    private final FakeClock time = new FakeClock();
    private final NodeScheduler scheduler = new NodeScheduler("test", time);
    private volatile boolean fails = true;
    private final LinkedBlockingQueue<String> ran = new LinkedBlockingQueue<>();

    @BeforeEach
    void start() {
        scheduler.start();
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    private NodeScheduler.ScheduledTask task(String name) {
        return scheduler.task(name, () -> ran.add(name));
    }

    private String next() throws InterruptedException {
        return String.valueOf(ran.poll(10, TimeUnit.SECONDS));
    }

    /** Waits until all due tasks have run. */
    private void awaitDueTasks() throws InterruptedException {
        Semaphore passed = new Semaphore(0);
        scheduler.task("barrier", passed::release).scheduleAt(time.storeMillis());
        assertThat(passed.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("tasks run at their instants, earliest first, once for each scheduling")
    void shouldRingInOrder() throws InterruptedException {
        long now = time.storeMillis();
        task("late").scheduleAt(now + 20);
        NodeScheduler.ScheduledTask early = task("early");
        early.scheduleAt(now + 10);
        time.advance(Duration.ofMillis(9));
        awaitDueTasks();
        assertThat(ran).isEmpty();
        time.advance(Duration.ofMillis(11));
        assertThat(next()).isEqualTo("early");
        assertThat(next()).isEqualTo("late");
        awaitDueTasks();
        assertThat(ran).isEmpty();
        early.scheduleAt(now);
        assertThat(next()).isEqualTo("early");
    }

    @Test
    @DisplayName("scheduleAt moves a task, scheduleNoLaterThan only moves it forward, and NEVER cancels it")
    void shouldMove() throws InterruptedException {
        long now = time.storeMillis();
        NodeScheduler.ScheduledTask task = task("a");
        task.scheduleAt(now + 10);
        task.scheduleNoLaterThan(now + 20);
        time.advance(Duration.ofMillis(10));
        assertThat(next()).isEqualTo("a");
        task.scheduleAt(now + 30);
        task.scheduleNoLaterThan(now + 20);
        time.advance(Duration.ofMillis(10));
        assertThat(next()).isEqualTo("a");
        task.scheduleAt(now + 30);
        task.scheduleAt(now + 50);
        task.scheduleNoLaterThan(NodeScheduler.NEVER);
        time.advance(Duration.ofMillis(20));
        awaitDueTasks();
        assertThat(ran).isEmpty();
        task.scheduleAt(NodeScheduler.NEVER);
        time.advance(Duration.ofDays(1));
        awaitDueTasks();
        assertThat(ran).isEmpty();
    }

    @Test
    @DisplayName("a task that fails does not stop other tasks and can be scheduled again")
    void shouldSurviveAFailure() throws InterruptedException {
        NodeScheduler.ScheduledTask failing = scheduler.task("failing", () -> {
            ran.add("failing");
            throw new StackOverflowError("on purpose");
        });
        failing.scheduleAt(time.storeMillis());
        assertThat(next()).isEqualTo("failing");
        task("other").scheduleAt(time.storeMillis());
        assertThat(next()).isEqualTo("other");
        failing.scheduleAt(time.storeMillis());
        assertThat(next()).isEqualTo("failing");
    }

    @Test
    @DisplayName("a task that fails before it schedules itself again is repeated after growing delays")
    void shouldRingAgainAfterAFailure() throws InterruptedException {
        NodeScheduler.ScheduledTask[] self = new NodeScheduler.ScheduledTask[1];
        self[0] = scheduler.task("periodic", () -> {
            ran.add("periodic");
            if (fails) {
                throw new NumberFormatException("on purpose");
            }
            self[0].scheduleAt(time.storeMillis() + Duration.ofHours(1).toMillis());
        });
        self[0].scheduleAt(time.storeMillis());
        assertThat(next()).isEqualTo("periodic");
        awaitDueTasks();
        assertThat(ran).isEmpty();
        time.advance(Duration.ofSeconds(1));
        assertThat(next()).isEqualTo("periodic");
        awaitDueTasks();
        time.advance(Duration.ofSeconds(1));
        awaitDueTasks();
        assertThat(ran).isEmpty();
        fails = false;
        time.advance(Duration.ofSeconds(1));
        assertThat(next()).isEqualTo("periodic");
        awaitDueTasks();
        time.advance(Duration.ofMinutes(59));
        awaitDueTasks();
        assertThat(ran).isEmpty();
        time.advance(Duration.ofMinutes(1));
        assertThat(next()).isEqualTo("periodic");
    }

    @Test
    @DisplayName("a task may schedule itself, and runs no more after it closes the scheduler")
    void shouldEndFromWithin() throws InterruptedException {
        NodeScheduler.ScheduledTask[] self = new NodeScheduler.ScheduledTask[1];
        self[0] = scheduler.task("self", () -> {
            ran.add("self");
            self[0].scheduleAt(time.storeMillis());
            if (ran.size() == 3) {
                scheduler.close();
            }
        });
        self[0].scheduleAt(time.storeMillis());
        scheduler.close();
        assertThat(ran.size()).isLessThanOrEqualTo(3);
    }
}
