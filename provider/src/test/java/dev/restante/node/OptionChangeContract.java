package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.QueueAdministration;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Changes of single options that leave other options unchanged. */
abstract class OptionChangeContract extends BrokerContract {

    private static final int ROUNDS = 100;

    private QueueAdministration administration() {
        return broker.node.queueAdministration();
    }

    private EntityOptions options(Entity entity) {
        return administration().current(entity).orElseThrow().options();
    }

    @Test
    @DisplayName("BEY-04, STA-01 concurrent changes of two options do not undo each other")
    void shouldLeaveOthers() throws Exception {
        Entity queue = broker.queue("q");
        CompletableFuture<Void> pausing = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                EntityStatus status = i % 2 == 0 ? EntityStatus.DISABLED : EntityStatus.ACTIVE;
                administration().changeStatus(queue, before -> status);
                assertThat(options(queue).status()).as("status in round " + i).isEqualTo(status);
            }
        });
        for (int i = 1; i <= ROUNDS; i++) {
            administration().changeOptions(queue, Map.of("maxDeliveryCount", String.valueOf(i)), Set.of());
            assertThat(options(queue).maxDeliveryCount())
                    .as("maximum delivery count in round " + i)
                    .isEqualTo(i);
        }
        pausing.get(60, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("STA-02, FWD-01 a pause waits for running forwarding, after which no message leaves the queue")
    void shouldForwardNothingOnceItIsPaused() throws Exception {
        Entity to = broker.queue("to");
        Entity from = broker.queue("from", EntityOptions.DEFAULT.with(QueueOption.FORWARD_TO, "to"));
        administration().changeStatus(from, before -> EntityStatus.RECEIVE_DISABLED);
        broker.send(from, "a", "b");
        CompletableFuture<Integer> forwarded;
        try (SharedStore.Hold unused = broker.store.holdWrites()) {
            administration().changeStatus(from, before -> EntityStatus.ACTIVE);
            eventually("the forwarder is about to write", broker.store::writeHeld);
            forwarded = CompletableFuture.supplyAsync(() -> {
                administration().changeStatus(from, before -> EntityStatus.RECEIVE_DISABLED);
                return broker.browse(to).size();
            });
            assertThatThrownBy(() -> forwarded.get(500, TimeUnit.MILLISECONDS))
                    .as("the pause waits for running forwarding")
                    .isInstanceOf(TimeoutException.class);
        }
        assertThat(forwarded.get(30, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(broker.browse(from)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 single options of queues, dead-letter queues and topics can be changed")
    void shouldChange() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, Duration.ofSeconds(7)));
        Entity changed = administration().changeOptions(queue, Map.of("maxDeliveryCount", "3"), Set.of());
        assertThat(changed.options())
                .isEqualTo(queue.options().with(QueueOption.MAX_DELIVERY_COUNT, 3))
                .isEqualTo(options(queue));
        Entity deadLetters = broker.deadLetters(queue);
        administration().changeOptions(deadLetters, Map.of("deletionProtected", "true"), Set.of());
        assertThat(options(deadLetters).deletionProtected()).isTrue();
        Entity topic = broker.node.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        administration().changeOptions(topic, Map.of("defaultTimeToLive", "5m"), Set.of());
        assertThat(options(topic).defaultTimeToLive()).isEqualTo(Duration.ofMinutes(5));
        for (Map<String, String> wrong :
                List.of(Map.of("maxDeliveryCount", "many"), Map.of("none", "1"), Map.of("deadLetterTo", "nowhere"))) {
            assertRefused(
                    BrokerErrorReason.INVALID_ARGUMENT, () -> administration().changeOptions(queue, wrong, Set.of()));
        }
        assertRefused(BrokerErrorReason.INVALID_ARGUMENT, () -> administration()
                .changeOptions(topic, Map.of("groupsRequired", "true"), Set.of()));
        administration().changeOptions(deadLetters, Map.of("deletionProtected", "false"), Set.of());
        administration().delete("q", true);
        assertRefused(BrokerErrorReason.ENTITY_NOT_FOUND, () -> administration()
                .changeOptions(queue, Map.of("maxDeliveryCount", "3"), Set.of()));
    }
}
