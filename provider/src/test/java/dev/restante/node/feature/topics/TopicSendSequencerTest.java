package dev.restante.node.feature.topics;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("the sequencer of topic sends")
@Timeout(60)
final class TopicSendSequencerTest {

    private static final long NO_LIMIT = TimeUnit.HOURS.toNanos(1);

    private final ArrayDeque<Runnable> turns = new ArrayDeque<>();
    private final List<TopicSend> carried = new ArrayList<>();
    private final TopicSendSequencer sequencer = new TopicSendSequencer(1, new RecordingCarrier(), turns::add);

    private final class RecordingCarrier implements TopicSendSequencer.TopicSendExecutor {
        @Override
        public void send(TopicSendSequencer sequencer, TopicSend send, TopicSnapshot topic, boolean mayBlock) {
            carried.add(send);
        }

        @Override
        public TopicSnapshot cached(long topicId) {
            return new TopicSnapshot(topicId, "news", 1, List.of(), null);
        }

        @Override
        public TopicSnapshot reload(long topicId) {
            return new TopicSnapshot(topicId, "news", 2, List.of(), null);
        }
    }

    private TopicSend sent() {
        TopicSend send = new TopicSend(null, false, refusal -> {});
        sequencer.send(send);
        return send;
    }

    @Test
    @DisplayName("a wait for the sends that have begun includes the second attempt of a send")
    void shouldAwaitSecondAttempts() {
        TopicSend first = sent();
        CompletableFuture<Boolean> awaited = new CompletableFuture<>();
        Thread waiter = new Thread(() -> awaited.complete(sequencer.awaitSends(NO_LIMIT)));
        waiter.start();
        eventually("the thread waits", () -> waiter.getState() == Thread.State.TIMED_WAITING);
        sequencer.completed(first, true);
        assertThat(sequencer.awaitSends(0)).isFalse();
        turns.remove().run();
        assertThat(carried).containsExactly(first, first);
        TopicSend later = sent();
        assertThat(awaited).isNotDone();
        sequencer.completed(first, false);
        eventually("the wait ends although a later send is under way", awaited::isDone);
        assertThat(awaited.join()).isTrue();
        assertThat(sequencer.awaitSends(0)).isFalse();
        sequencer.completed(later, false);
        assertThat(sequencer.awaitSends(0)).isTrue();
    }

    @Test
    @DisplayName("RCV-19 a send that its sender withdraws between attempts is not attempted again")
    void shouldNotRepeatWithdrawnSends() {
        TopicSend send = sent();
        sequencer.completed(send, true);
        BrokerException told = send.withdraw(TimeUnit.SECONDS.toNanos(3));
        assertThat(told.reason()).isEqualTo(BrokerErrorReason.STORE_UNAVAILABLE);
        assertThat(told).hasMessageContaining("3000 ms").hasMessageContaining("Nothing was sent");
        assertThat(send.begin(null)).isFalse();
    }
}
