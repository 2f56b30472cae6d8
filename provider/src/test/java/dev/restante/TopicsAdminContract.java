package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What administrators do with topics and subscriptions. */
abstract class TopicsAdminContract extends JmsContract {

    @Test
    @DisplayName("BEY-04 topics are created, altered, listed and deleted")
    void shouldAdministerTopics() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            TopicsAdmin topics = admin.topics();
            topics.create("news", TopicOptions.defaults());
            assertThatThrownBy(() -> topics.create("news", TopicOptions.defaults()))
                    .isInstanceOf(InvalidDestinationException.class);
            TopicOptions hour = new TopicOptions(Duration.ofHours(1));
            topics.alter("news", hour);
            assertThat(topics.list()).containsExactly(new TopicDescription("news", hour));
            assertThat(admin.queues()).noneMatch(queue -> queue.name().equals("news"));

            assertThat(topics.delete("news")).isTrue();
            assertThat(topics.delete("news")).isFalse();
            assertThat(topics.list()).isEmpty();
            assertThatThrownBy(() -> topics.subscriptions("news")).isInstanceOf(InvalidDestinationException.class);
        }
    }

    @Test
    @DisplayName(
            "SUB-04 TOP-02 durable subscriptions are created, altered, counted and deleted, with options of their own")
    void shouldAdministerSubscriptions() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            TopicsAdmin topics = admin.topics();
            topics.create("news", TopicOptions.defaults());
            topics.createSubscription("news", null, "all", true, null, QueueOptions.defaults());
            assertThatThrownBy(() ->
                            topics.createSubscription("news", null, "all", true, "x = 1", QueueOptions.defaults()))
                    .isInstanceOf(InvalidDestinationException.class);
            QueueOptions twice = QueueOptions.defaults().withMaxDeliveryCount(2);
            SubscriptionDescription altered = topics.alterSubscription(null, "all", twice);

            assertThat(topics.subscriptions("news")).containsExactly(altered);
            assertThat(altered.options().maxDeliveryCount()).isEqualTo(2);
            assertThat(altered.deadLetterQueue()).isNotNull();
            assertThat(admin.queues()).anyMatch(queue -> queue.name().equals(altered.deadLetterQueue()));
            assertThat(topics.statistics(null, "all").available()).isZero();
            topics.deleteSubscription(null, "all");
            assertThatThrownBy(() -> topics.statistics(null, "all")).isInstanceOf(InvalidDestinationException.class);
            assertThat(topics.subscriptions("news")).isEmpty();
        }
    }
}
