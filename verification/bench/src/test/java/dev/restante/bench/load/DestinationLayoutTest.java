package dev.restante.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DestinationLayoutTest {

    @Test
    void shouldGiveEachConsumerAQueueOfItsOwn() {
        assertThat(DestinationLayout.QUEUE_PER_CONSUMER.queues(300)).isEqualTo(300);
        assertThat(IntStream.range(0, 300).mapToObj(DestinationLayout.QUEUE_PER_CONSUMER::queueName))
                .doesNotHaveDuplicates();
        assertThat(DestinationLayout.QUEUE_PER_CONSUMER.deliveriesPerMessage(300))
                .isEqualTo(1);
    }

    @Test
    void shouldLetConsumersShareOneQueue() {
        assertThat(DestinationLayout.ONE_QUEUE.queues(4)).isEqualTo(1);
        assertThat(DestinationLayout.ONE_QUEUE.deliveriesPerMessage(4)).isEqualTo(1);
    }

    @Test
    void shouldGiveEachSubscriptionACopy() {
        assertThat(DestinationLayout.TOPIC.queues(10)).isZero();
        assertThat(DestinationLayout.TOPIC.deliveriesPerMessage(10)).isEqualTo(10);
    }
}
