package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.ra.RestanteActivationSpec;
import dev.restante.ra.RestanteQueue;
import dev.restante.ra.testing.EndpointServer;
import jakarta.jms.JMSContext;
import jakarta.jms.MessageListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Activations of message-driven beans")
final class ActivationTest extends MessageDrivenBeanFixture {

    @Test
    @DisplayName("RA-18 deactivation waits for a running bean even if its connection is lost")
    void shouldWaitForBeansOfLostConnections() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        EndpointServer.Bean bean = server.new Bean(true, message -> {
            working.countDown();
            await(go);
            done.set(true);
        });
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(1);
        adapter.endpointActivation(bean, spec);
        send("q", "a", "b");
        await(working);
        try (RestanteAdmin admin = outside.admin()) {
            admin.deleteQueue("q", true);
        }
        CompletableFuture<Boolean> doneBefore = CompletableFuture.supplyAsync(() -> {
            adapter.endpointDeactivation(bean, spec);
            return done.get();
        });
        // Long enough for a deactivation that does not wait, and short for one that waits.
        assertThat(doneBefore.completeOnTimeout(true, 300, TimeUnit.MILLISECONDS))
                .isNotNull();
        go.countDown();
        assertThat(doneBefore.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("RA-18 deactivation under load neither loses nor duplicates messages")
    void shouldDeactivateUnderLoad() throws Exception {
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        List<String> again = Collections.synchronizedList(new ArrayList<>());
        MessageListener listener = message -> {
            if (seen.merge(text(message), 1, Integer::sum) > 1) {
                again.add(counted(message));
            }
            received.add(text(message));
        };
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            sent.add("m" + i);
        }
        send("q", sent.toArray(String[]::new));
        for (int round = 0; round < 6; round++) {
            EndpointServer.Bean bean = server.new Bean(true, listener);
            RestanteActivationSpec spec = spec("q");
            adapter.endpointActivation(bean, spec);
            for (int i = 0; i < 40; i++) {
                assertThat(next()).isNotNull();
            }
            adapter.endpointDeactivation(bean, spec);
            assertThat(bean.endpoints).hasValue(0);
            int after = seen.size();
            awaitCount("q", 600L - after);
        }
        EndpointServer.Bean last = server.new Bean(true, listener);
        adapter.endpointActivation(last, spec("q"));
        awaitEmpty("q");
        assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(again).isEmpty();
    }

    @Test
    @DisplayName("an activation consumes again after its queue was deleted and created again")
    void shouldConnectAgain() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a");
        assertThat(next()).isEqualTo("a");
        awaitEmpty("q");
        try (RestanteAdmin admin = outside.admin()) {
            admin.deleteQueue("q", true);
        }
        send("q", "b");
        assertThat(next()).isEqualTo("b");
    }

    @Test
    @DisplayName("RA-08, RA-24 a durable activation without a client id receives messages sent while it was inactive")
    void shouldKeepForDurable() throws Exception {
        RestanteActivationSpec spec = spec("t");
        spec.setDestinationType("jakarta.jms.Topic");
        spec.setSubscriptionDurability("Durable");
        spec.setSubscriptionName("s");
        spec.setMaxDeliveryCount(2);
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        adapter.endpointActivation(bean, spec);
        adapter.endpointDeactivation(bean, spec);
        publish("t", "a");
        adapter.endpointActivation(bean, spec);
        assertThat(next()).isEqualTo("a");
        try (RestanteAdmin admin = outside.admin()) {
            assertThat(admin.topics().subscriptions("t")).singleElement().satisfies(subscription -> {
                assertThat(subscription.name()).isEqualTo("s");
                assertThat(subscription.shared()).isTrue();
                assertThat(subscription.options().maxDeliveryCount()).isEqualTo(2);
            });
        }
    }

    @Test
    @DisplayName(
            "WILD-01, WILD-02 a durable activation of a pattern receives from all topics, also after it was inactive")
    void shouldConsumePatterns() throws Exception {
        RestanteActivationSpec spec = spec("prices.#");
        spec.setDestinationType("jakarta.jms.Topic");
        spec.setSubscriptionDurability("Durable");
        spec.setSubscriptionName("s");
        spec.setMaxConcurrency(1);
        spec.setMaxDeliveryCount(2);
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        adapter.endpointActivation(bean, spec);
        publish("prices.gold", "a");
        assertThat(next()).isEqualTo("a");
        adapter.endpointDeactivation(bean, spec);
        publish("prices.silver", "b");
        publish("news", "other");
        adapter.endpointActivation(bean, spec);
        publish("prices", "c");
        assertThat(List.of(next(), next())).containsExactly("b", "c");
        try (RestanteAdmin admin = outside.admin()) {
            assertThat(admin.topics().subscriptions("prices.#")).singleElement().satisfies(subscription -> assertThat(
                            subscription.options().maxDeliveryCount())
                    .isEqualTo(2));
        }
    }

    @Test
    @DisplayName("DEST-01 an activation consumes the queue that a name in the form of another provider means")
    void shouldConsumeByNamesOfOtherProviders() throws Exception {
        RestanteActivationSpec spec = spec("queue:///q?readAheadAllowed=1");
        spec.setMaxDeliveryCount(2);
        adapter.endpointActivation(server.new Bean(true, message -> received.add(text(message))), spec);
        send("q", "a");
        assertThat(next()).isEqualTo("a");
        try (RestanteAdmin admin = outside.admin()) {
            assertThat(admin.options("q").maxDeliveryCount()).isEqualTo(2);
        }
        RestanteQueue administered = new RestanteQueue();
        administered.setName("q?consumer.prefetchSize=1");
        try (JMSContext context = outside.createContext()) {
            context.createProducer().send(administered, "b");
        }
        assertThat(next()).isEqualTo("b");
    }

    @Test
    @DisplayName("DEST-04 an activation of the queue TOPIC::NAME consumes the subscription, and sets its options")
    void shouldConsumeSubscriptionsByName() throws Exception {
        try (RestanteAdmin admin = outside.admin()) {
            admin.topics().create("t", TopicOptions.defaults());
            admin.topics().createSubscription("t", null, "s", true, null, QueueOptions.defaults());
            RestanteActivationSpec spec = spec("t::s");
            spec.setMaxDeliveryCount(2);
            EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
            adapter.endpointActivation(bean, spec);
            publish("t", "a");
            assertThat(next()).isEqualTo("a");
            assertThat(admin.topics().subscriptions("t")).singleElement().satisfies(only -> assertThat(
                            only.options().maxDeliveryCount())
                    .isEqualTo(2));
            adapter.endpointDeactivation(bean, spec);
            admin.topics().deleteSubscription(null, "s", true);
        }
    }

    @Test
    @DisplayName("RA-05, RA-09, RA-17 each activation of a topic receives its own copy of each matching message")
    void shouldSubscribe() throws Exception {
        BlockingQueue<String> other = new LinkedBlockingQueue<>();
        RestanteActivationSpec all = spec("t");
        all.setDestinationType("jakarta.jms.Topic");
        RestanteActivationSpec some = spec("t");
        some.setDestinationType("jakarta.jms.Topic");
        some.setMessageSelector("JMSType = 'x'");
        adapter.endpointActivation(server.new Bean(false, message -> received.add(text(message))), all);
        adapter.endpointActivation(server.new Bean(false, message -> other.add(text(message))), some);
        publish("t", "plain");
        try (JMSContext context = outside.createContext()) {
            context.createProducer().setJMSType("x").send(context.createTopic("t"), "typed");
        }
        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("plain", "typed");
        assertThat(other.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("typed");
        assertThat(other).isEmpty();
    }
}
