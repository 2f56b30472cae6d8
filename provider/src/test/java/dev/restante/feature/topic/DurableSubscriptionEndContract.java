package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** End of durable subscriptions by unsubscribe, and the closes that make them inactive. */
public abstract class DurableSubscriptionEndContract extends DurableSubscriptionFixture {

    @Test
    @DisplayName("SUB-30 unsubscribe deletes a durable subscription, shared or unshared, and its messages")
    void shouldUnsubscribe() throws JMSException {
        session.createDurableConsumer(topic, "s").close();
        session.createSharedDurableConsumer(topic, "t").close();
        autoSession().createSharedDurableConsumer(topic, "t").close();
        publish(topic, "a");
        session.unsubscribe("s");
        session.unsubscribe("t");
        assertNothing(session.createDurableConsumer(topic, "s"));
        assertNothing(session.createSharedDurableConsumer(topic, "t"));
        assertReceives(autoSession().createSharedDurableConsumer(topic, "t"), "a");
    }

    @Test
    @DisplayName("SUB-31 unsubscribe rejects unknown names, names of other client ids, and non-durable subscriptions")
    void shouldRefuseUnknownNames() throws JMSException {
        session.createDurableConsumer(topic, "s").close();
        session.createSharedConsumer(topic, "shared");
        autoSession().createSharedDurableConsumer(topic, "anonymous").close();
        for (String name : List.of("unknown", "shared", "anonymous")) {
            assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(() -> session.unsubscribe(name));
        }
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> autoSession().unsubscribe("s"));
        try (JMSContext context = factory.createContext()) {
            assertThatExceptionOfType(InvalidDestinationRuntimeException.class)
                    .isThrownBy(() -> context.unsubscribe("s"));
        }
    }

    @Test
    @DisplayName("SUB-32 a subscription with a consumer or with unsettled messages cannot be unsubscribed")
    void shouldRefuseToUnsubscribeInUse() throws JMSException {
        Session transacted = mine.createSession(Session.SESSION_TRANSACTED);
        Session client = mine.createSession(Session.CLIENT_ACKNOWLEDGE);
        for (Session each : List.of(transacted, client)) {
            MessageConsumer consumer = each.createDurableConsumer(topic, "s");
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> session.unsubscribe("s"));
            publish(topic, "a");
            Message pending = receive(consumer);
            consumer.close();
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> session.unsubscribe("s"));
            if (each == transacted) {
                each.commit();
            } else {
                pending.acknowledge();
            }
            assertThatCode(() -> session.unsubscribe("s")).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName(
            "SUB-33 a durable subscription becomes inactive when its consumer, session, connection or context closes")
    void shouldBecomeInactive() throws JMSException {
        session.createDurableConsumer(topic, "s").close();
        session.unsubscribe("s");
        Session other = mine.createSession();
        other.createDurableConsumer(topic, "s");
        other.close();
        session.unsubscribe("s");
        session.createDurableConsumer(topic, "s");
        mine.close();
        try (JMSContext context = factory.createContext()) {
            context.setClientID("me");
            context.unsubscribe("s");
            JMSContext sibling = context.createContext(JMSContext.AUTO_ACKNOWLEDGE);
            sibling.createDurableConsumer(topic, "s");
            assertThatExceptionOfType(JMSRuntimeException.class).isThrownBy(() -> context.unsubscribe("s"));
            sibling.close();
            context.unsubscribe("s");
        }
        mine = connectionOf("me");
    }

    @Test
    @DisplayName("SUB-35 a temporary topic cannot have durable subscriptions")
    void shouldRefuseTemporaryTopics() throws JMSException {
        var temporary = session.createTemporaryTopic();
        List<ThrowingCallable> calls = List.of(
                () -> session.createDurableConsumer(temporary, "s"),
                () -> session.createDurableSubscriber(temporary, "s"),
                () -> session.createSharedDurableConsumer(temporary, "s"));
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(call);
        }
        assertThatCode(() -> session.createSharedConsumer(temporary, "s").close())
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("SES-12, SIM-08 a closed session or context neither creates nor deletes subscriptions")
    void shouldRefuseWhenClosed() throws JMSException {
        Session closed = mine.createSession();
        closed.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> closed.unsubscribe("s"));
        assertAllIllegal(
                () -> closed.createTopic("t"),
                () -> closed.createConsumer(topic),
                () -> closed.createDurableConsumer(topic, "s"),
                () -> closed.createDurableSubscriber(topic, "s"),
                () -> closed.createSharedConsumer(topic, "s"),
                () -> closed.createSharedDurableConsumer(topic, "s"),
                closed::createTemporaryQueue,
                closed::createTemporaryTopic);
        JMSContext context = factory.createContext();
        context.close();
        List<ThrowingCallable> calls = List.of(
                () -> context.createTopic("t"),
                () -> context.createDurableConsumer(topic, "s"),
                () -> context.createSharedConsumer(topic, "s"),
                () -> context.createSharedDurableConsumer(topic, "s"),
                () -> context.unsubscribe("s"),
                context::createTemporaryQueue,
                context::createTemporaryTopic);
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(call);
        }
    }
}
