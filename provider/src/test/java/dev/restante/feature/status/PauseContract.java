package dev.restante.feature.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.TopicOptions;
import dev.restante.option.EntityStatus;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("paused entities")
public abstract class PauseContract extends StatusFixture {

    private Session peeking() throws JMSException {
        return connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    @Test
    @DisplayName("STA-02 consumers of a paused queue wait, and get its messages when it is resumed")
    void shouldLetReceiversWait() throws Exception {
        assertThat(admin.pause("q")).isEqualTo(EntityStatus.RECEIVE_DISABLED);
        send(queue, "a", "b");
        try (MessageConsumer consumer = session.createConsumer(queue);
                MessageConsumer selective = session.createConsumer(queue, "JMSPriority = 4")) {
            for (MessageConsumer each : List.of(consumer, selective)) {
                assertNothing(each);
                assertThat(each.receive(BRIEFLY_MILLIS)).isNull();
            }
            CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
            send(queue, "c");
            assertThat(waiting).isNotDone();
            assertThat(admin.resume("q")).isEqualTo(EntityStatus.ACTIVE);
            assertThat(text(result(waiting))).isEqualTo("a");
            assertThat(text(receive(selective))).isEqualTo("b");
            assertThat(text(consumer.receiveNoWait())).isEqualTo("c");
        }
    }

    @Test
    @DisplayName("STA-02 an open listener gets nothing while its queue is paused, and continues when it is resumed")
    void shouldLetListenersWait() throws Exception {
        BlockingQueue<Message> heard = new LinkedBlockingQueue<>();
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            consumer.setMessageListener(heard::add);
            send(queue, "before");
            assertThat(text(heard.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))).isEqualTo("before");
            admin.pause("q");
            send(queue, "a", "b");
            time.jump(Duration.ofHours(5));
            assertThat(heard.poll(BRIEFLY_MILLIS, TimeUnit.MILLISECONDS)).isNull();
            admin.resume("q");
            assertThat(text(heard.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))).isEqualTo("a");
            assertThat(text(heard.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))).isEqualTo("b");
        }
    }

    @Test
    @DisplayName("STA-02 prefetched messages of a paused queue are returned uncounted, and keep their order")
    void shouldGiveBackWhatIsAtHand() throws JMSException {
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = transacted.createConsumer(queue)) {
            send(queue, "1", "2", "3");
            try (MessageProducer producer = session.createProducer(queue)) {
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                producer.send(session.createTextMessage("4"));
            }
            assertThat(text(receive(consumer))).isEqualTo("1");
            admin.pause("q");
            assertNothing(consumer);
            eventually(
                    "the prefetched messages are back in the store",
                    () -> admin.statistics("q").available() == 3);
            assertThat(admin.statistics("q").inFlight()).isEqualTo(1);
            transacted.rollback();
            send(queue, "5");
            assertNothing(consumer);
            admin.resume("q");
            for (int i = 1; i <= 5; i++) {
                Message message = receive(consumer);
                assertThat(text(message)).isEqualTo(Integer.toString(i));
                assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(i == 1 ? 2 : 1);
            }
            transacted.commit();
        }
    }

    @Test
    @DisplayName(
            "STA-02 locked messages of a paused queue can be completed, renewed, abandoned, deferred and dead-lettered")
    void shouldSettle() throws JMSException {
        send(queue, "complete", "renew", "abandon", "defer", "dead");
        try (Session peeking = peeking();
                MessageConsumer consumer = peeking.createConsumer(queue)) {
            List<PeekLock> locks = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                locks.add(PeekLock.of(receive(consumer)));
            }
            admin.pause("q");
            locks.get(0).complete();
            locks.get(1).renew();
            locks.get(2).abandon();
            locks.get(3).defer();
            locks.get(4).deadLetter("Test", null, Map.of());
            locks.get(1).complete();
            assertNothing(consumer);
            assertThat(admin.statistics("q"))
                    .matches(now -> now.available() == 1)
                    .matches(now -> now.deferred() == 1)
                    .matches(now -> now.deadLettered() == 1)
                    .matches(now -> now.inFlight() == 0);
            admin.resume("q");
            assertThat(text(receive(consumer))).isEqualTo("abandon");
        }
    }

    @Test
    @DisplayName("STA-02 a paused queue can be browsed and peeked")
    void shouldBeLookedAt() throws JMSException {
        send(queue, "a", "b");
        admin.disable("q");
        try (QueueBrowser browser = session.createBrowser(queue)) {
            assertThat(Collections.list((Enumeration<?>) browser.getEnumeration()))
                    .hasSize(2);
        }
        assertThat(admin.messages("q")
                        .peek(MessageFilter.all(), PageRequest.first(10))
                        .messages())
                .hasSize(2);
    }

    @Test
    @DisplayName("STA-02 in a paused queue, locks and messages expire, and scheduled messages become available")
    void shouldAge() throws JMSException {
        admin.alterQueue("q", PLAIN.withDeadLetterOnExpiry(true));
        send(queue, "locked");
        try (Session peeking = peeking();
                MessageConsumer consumer = peeking.createConsumer(queue);
                MessageProducer producer = session.createProducer(queue)) {
            receive(consumer);
            producer.setTimeToLive(Duration.ofMinutes(10).toMillis());
            producer.send(session.createTextMessage("expires"));
            producer.setTimeToLive(0);
            producer.setDeliveryDelay(Duration.ofMinutes(10).toMillis());
            producer.send(session.createTextMessage("scheduled"));
            admin.pause("q");
            time.jump(Duration.ofMinutes(1));
            eventually("the lock has expired", () -> admin.statistics("q").inFlight() == 0);
            time.jump(Duration.ofHours(1));
            eventually("the message has expired", () -> admin.statistics("q").deadLettered() == 1);
            eventually(
                    "the scheduled messages are available",
                    () -> admin.statistics("q").available() == 2);
            assertNothing(consumer);
            admin.resume("q");
            assertThat(text(receive(consumer))).isEqualTo("locked");
            assertThat(text(receive(consumer))).isEqualTo("scheduled");
        }
    }

    @Test
    @DisplayName("STA-01 pausing a queue with disabled sends keeps sends disabled, and resuming makes the queue active")
    void shouldCombine() throws JMSException {
        status("q", EntityStatus.SEND_DISABLED);
        assertThat(admin.pause("q")).isEqualTo(EntityStatus.DISABLED);
        assertDisabled(() -> send(queue, "refused"));
        assertThat(admin.pause("q")).isEqualTo(EntityStatus.DISABLED);
        assertThat(admin.resume("q")).isEqualTo(EntityStatus.ACTIVE);
        send(queue, "m");
        assertThat(drain(queue)).containsExactly("m");
    }

    @Test
    @DisplayName(
            "STA-01, BEY-04 a change of the status keeps the other options, and a change of options keeps the status")
    void shouldKeepOtherOptions() throws JMSException {
        admin.alterQueue("q", PLAIN.withMaxDeliveryCount(3));
        admin.pause("q");
        assertThat(admin.queue("q").options())
                .isEqualTo(PLAIN.withMaxDeliveryCount(3).withStatus(EntityStatus.RECEIVE_DISABLED));
        admin.alterQueue("q", admin.queue("q").options().withTexts(Map.of("maxDeliveryCount", "4")));
        assertThat(drainUnlessPaused()).isEmpty();
        assertRefused("RESTANTE-ENTITY-NOT-FOUND", () -> admin.pause("none"));
        assertRefused("RESTANTE-SUBSCRIPTION-NOT-FOUND", () -> admin.resume("t/Subscriptions/:none"));
        assertRefused("RESTANTE-ENTITY-NOT-FOUND", () -> admin.topics().disable("none"));
    }

    private List<String> drainUnlessPaused() throws JMSException {
        send(queue, "m");
        return drain(queue);
    }

    @Test
    @DisplayName("STA-02 a subscription can be paused alone or with its topic, and still gets messages")
    void shouldPauseSubscriptions() throws JMSException {
        admin.topics().createSubscription("t", null, "other", true, null, PLAIN);
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s");
                MessageConsumer other = session.createSharedDurableConsumer(topic, "other")) {
            admin.pause(SUBSCRIPTION);
            publish("a");
            assertThat(text(receive(other))).isEqualTo("a");
            assertNothing(consumer);
            admin.resume(SUBSCRIPTION);
            assertThat(text(receive(consumer))).isEqualTo("a");

            assertThat(admin.topics().pause("t")).isEqualTo(EntityStatus.RECEIVE_DISABLED);
            publish("b");
            assertNothing(consumer);
            assertNothing(other);
            assertThat(admin.options(SUBSCRIPTION).status()).isEqualTo(EntityStatus.ACTIVE);
            assertThat(admin.topics().topic("t").options())
                    .isEqualTo(TopicOptions.defaults().withStatus(EntityStatus.RECEIVE_DISABLED));
            admin.topics().resume("t");
            assertThat(text(receive(consumer))).isEqualTo("b");
            assertThat(text(receive(other))).isEqualTo("b");
        }
    }

    @Test
    @DisplayName("STA-01, STA-02 a paused queue is still paused after a restart, even for new consumers")
    void shouldLast() throws JMSException {
        restart();
        if (admin.queues().stream().noneMatch(each -> each.name().equals("q"))) {
            admin.createQueue("q", PLAIN);
        }
        admin.pause("q");
        send(queue, "m");
        restart();
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            assertNothing(consumer);
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            admin.resume("q");
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
    }
}
