package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSession;
import io.micrometer.jakarta9.instrument.jms.JmsInstrumentation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.springframework.jms.connection.CachingConnectionFactory;

/**
 * Contract test of wrappers from other libraries around sessions and consumers, through which Restante's classes are
 * reachable.
 */
abstract class WrapperContract extends SpringContract {

    private static void assertReached(Session session, Queue queue) throws JMSException {
        assertThat(RestanteSession.of(session).listDeferred(queue, 0, 1)).isEmpty();
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            session.createProducer(queue).send(session.createTextMessage("a"));
            assertThat(RestanteConsumer.of(consumer)
                            .receive(ReceiveOptions.defaults(), TIMEOUT_MILLIS)
                            .getBody(String.class))
                    .isEqualTo("a");
        }
    }

    private static void assertReached(JMSContext context, Queue queue) throws JMSException {
        assertThat(RestanteSession.of(context).listDeferred(queue, 0, 1)).isEmpty();
        try (JMSConsumer consumer = context.createConsumer(queue)) {
            context.createProducer().send(queue, "a");
            assertThat(RestanteConsumer.of(consumer)
                            .receive(ReceiveOptions.defaults(), TIMEOUT_MILLIS)
                            .getBody(String.class))
                    .isEqualTo("a");
        }
    }

    private static void assertReached(ConnectionFactory wrapping, Queue queue) throws JMSException {
        try (Connection connection = wrapping.createConnection()) {
            connection.start();
            assertReached(connection.createSession(), queue);
        }
    }

    @Test
    @DisplayName("Restante's session and consumer are reachable through Spring's CachingConnectionFactory")
    void shouldSeeThroughSpring() throws JMSException {
        CachingConnectionFactory caching = new CachingConnectionFactory(factory);
        try {
            assertReached(caching, factory.createContext().createQueue(queue("spring")));
        } finally {
            caching.destroy();
        }
    }

    @Test
    @DisplayName("Restante's session, context and consumer are reachable through pooled-jms")
    void shouldSeeThroughPool() throws JMSException {
        JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();
        pool.setConnectionFactory(factory);
        try (JMSContext context = pool.createContext()) {
            Queue pooled = context.createQueue(queue("pooled"));
            assertReached(pool, pooled);
            assertReached(context, pooled);
        } finally {
            pool.stop();
        }
    }

    @Test
    @DisplayName(
            "Micrometer observes sends, and Restante's session is reachable through it, even around Spring's sessions")
    void shouldSeeThroughMicrometer() throws JMSException {
        List<String> observed = new CopyOnWriteArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStop(Observation.Context context) {
                observed.add(context.getName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        CachingConnectionFactory caching = new CachingConnectionFactory(factory);
        try (Connection own = factory.createConnection();
                Connection cached = caching.createConnection()) {
            for (Connection connection : List.of(own, cached)) {
                connection.start();
                Session session = JmsInstrumentation.instrumentSession(connection.createSession(), registry);
                assertReached(session, session.createQueue(queue("observed")));
            }
        } finally {
            caching.destroy();
        }
        assertThat(observed).containsOnly("jms.message.publish").hasSize(2);
    }

    @Test
    @DisplayName("a session that is not Restante's, and wraps no such session, is rejected with its class name")
    void shouldRefuseWhatIsNotOurs() {
        Session silent = (Session) Proxy.newProxyInstance(
                Session.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, arguments) -> method.getReturnType() == int.class ? 1 : (Object) false);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RestanteSession.of(silent))
                .withMessageContaining(silent.getClass().getName());
    }
}
