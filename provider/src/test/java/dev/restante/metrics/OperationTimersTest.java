package dev.restante.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedEntity;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("timers of message operations")
class OperationTimersTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final OperationTimers timers = new OperationTimers(EntityFilter.all(), Tags.empty());

    private record Sent(ObservedEntity entity) implements MessageToSend {

        @Override
        public void setProperty(String name, String value) {}

        @Override
        public String messageId() {
            return null;
        }

        @Override
        public String correlationId() {
            return null;
        }

        @Override
        public Object property(String name) {
            return null;
        }
    }

    private void send(String queue) {
        requireNonNull(timers.sendStarted(
                        new Sent(new ObservedEntity(queue, ObservedEntity.ObservedEntityKind.QUEUE, false))))
                .ended(null);
    }

    private static Set<String> timed(MeterRegistry registry) {
        return registry.find("restante.send").timers().stream()
                .map(timer -> timer.getId().getTag("entity"))
                .collect(Collectors.toSet());
    }

    private static long sends(MeterRegistry registry) {
        return registry.find("restante.send").timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private static EntitySummary queue(String name) {
        return new EntitySummary(EntityType.QUEUE, name, true);
    }

    @Test
    @DisplayName(
            "timers of a listed entity end with it, and timers of an unlisted entity end after two lists without it")
    void shouldForget() {
        timers.bindTo(registry);
        timers.onEntities(List.of(queue("known")));
        send("known");
        send("short-lived");
        timers.onEntities(List.of(queue("known")));
        assertThat(timed(registry)).containsExactlyInAnyOrder("known", "short-lived");
        send("new");
        timers.onEntities(List.of());
        assertThat(timed(registry)).containsExactly("new");
        timers.onEntities(List.of(queue("new")));
        assertThat(timed(registry))
                .as("timers created since the previous list of entities")
                .containsExactly("new");
        timers.onEntities(List.of());
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    @DisplayName("only the last 1,000 entities without an entry in a list keep their timers")
    void shouldBeBounded() {
        timers.bindTo(registry);
        timers.onEntities(List.of(queue("known")));
        send("known");
        for (int i = 0; i < OperationTimers.MAX_UNLISTED + 100; i++) {
            send("temporary-" + i);
        }
        assertThat(timed(registry))
                .hasSize(OperationTimers.MAX_UNLISTED + 1)
                .contains("known", "temporary-" + (OperationTimers.MAX_UNLISTED + 99))
                .doesNotContain("temporary-99");
    }

    @Test
    @DisplayName("a registry that is bound later also gets the timers, and both registries lose them")
    void shouldBindLater() {
        MeterRegistry later = new SimpleMeterRegistry();
        timers.bindTo(registry);
        timers.onEntities(List.of(queue("q"), queue("quiet")));
        send("q");
        send("quiet");
        timers.bindTo(later);
        send("q");
        assertThat(sends(registry)).isEqualTo(3);
        assertThat(sends(later)).isEqualTo(1);
        timers.onEntities(List.of());
        assertThat(registry.getMeters()).isEmpty();
        assertThat(later.getMeters()).isEmpty();
    }

    @Test
    @DisplayName("no timer remains after the end, even if another thread still sends")
    void shouldEnd() throws Exception {
        for (int round = 0; round < 50; round++) {
            MeterRegistry bound = new SimpleMeterRegistry();
            OperationTimers ended = new OperationTimers(EntityFilter.all(), Tags.empty());
            ended.bindTo(bound);
            AtomicBoolean over = new AtomicBoolean();
            CountDownLatch atWork = new CountDownLatch(1);
            FutureTask<Void> work = new FutureTask<>(
                    () -> {
                        for (int i = 0; !over.get(); i++) {
                            ObservedEntity entity =
                                    new ObservedEntity("q" + i, ObservedEntity.ObservedEntityKind.QUEUE, true);
                            requireNonNull(ended.sendStarted(new Sent(entity))).ended(null);
                            atWork.countDown();
                        }
                    },
                    null);
            new Thread(work, "sends").start();
            assertThat(atWork.await(30, TimeUnit.SECONDS)).isTrue();
            ended.clear();
            over.set(true);
            work.get(30, TimeUnit.SECONDS);
            assertThat(bound.getMeters()).isEmpty();
        }
    }
}
