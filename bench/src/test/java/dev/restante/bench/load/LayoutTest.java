package dev.restante.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LayoutTest {

    @Test
    void shouldGiveEachConsumerAQueueOfItsOwn() {
        assertThat(Layout.QUEUE_EACH.queues(300)).isEqualTo(300);
        assertThat(IntStream.range(0, 300).mapToObj(Layout.QUEUE_EACH::queueName))
                .doesNotHaveDuplicates();
        assertThat(Layout.QUEUE_EACH.copies(300)).isEqualTo(1);
    }

    @Test
    void shouldLetConsumersShareOneQueue() {
        assertThat(Layout.ONE_QUEUE.queues(4)).isEqualTo(1);
        assertThat(Layout.ONE_QUEUE.copies(4)).isEqualTo(1);
    }

    @Test
    void shouldGiveEachSubscriptionACopy() {
        assertThat(Layout.TOPIC.queues(10)).isZero();
        assertThat(Layout.TOPIC.copies(10)).isEqualTo(10);
    }
}
