package dev.restante.node.send;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.node.entity.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("the sends of a node to one topic")
@Timeout(60)
final class TopicLaneTest {

    private static final long NO_LIMIT = TimeUnit.HOURS.toNanos(1);

    private final ArrayDeque<Runnable> turns = new ArrayDeque<>();
    private final List<TopicSend> carried = new ArrayList<>();
    private final TopicLane lane = new TopicLane(1, new RecordingCarrier(), turns::add);

    private final class RecordingCarrier implements TopicLane.Carrier {
        @Override
        public void carry(TopicLane lane, TopicSend send, Topic topic, boolean mayBlock) {
            carried.add(send);
        }

        @Override
        public Topic known(long topicId) {
            return new Topic(topicId, 1, List.of(), null);
        }

        @Override
        public Topic reload(long topicId) {
            return new Topic(topicId, 2, List.of(), null);
        }
    }

    private TopicSend sent() {
        TopicSend send = new TopicSend(null, false, refusal -> {});
        lane.send(send);
        return send;
    }

    @Test
    @DisplayName("a wait for the sends that have begun includes the second attempt of a send")
    void shouldAwaitSecondAttempts() {
        TopicSend first = sent();
        CompletableFuture<Boolean> awaited = new CompletableFuture<>();
        Thread waiter = new Thread(() -> awaited.complete(lane.awaitSends(NO_LIMIT)));
        waiter.start();
        eventually("the thread waits", () -> waiter.getState() == Thread.State.TIMED_WAITING);
        lane.completed(first, true);
        assertThat(lane.awaitSends(0)).isFalse();
        turns.remove().run();
        assertThat(carried).containsExactly(first, first);
        TopicSend later = sent();
        assertThat(awaited).isNotDone();
        lane.completed(first, false);
        eventually("the wait ends although a later send is under way", awaited::isDone);
        assertThat(awaited.join()).isTrue();
        assertThat(lane.awaitSends(0)).isFalse();
        lane.completed(later, false);
        assertThat(lane.awaitSends(0)).isTrue();
    }
}
