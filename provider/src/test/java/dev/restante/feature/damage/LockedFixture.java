package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** Store in which another database session holds locks. */
abstract class LockedFixture {

    final SharedServer server;
    final String url;
    final RestanteConnectionFactory factory;

    LockedFixture(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
        this.factory = new RestanteConnectionFactory(url);
    }

    @AfterEach
    final void close() throws JMSException {
        factory.close();
    }

    Connection connect(Duration storeTimeout) throws JMSException {
        factory.setLingerDuration(Duration.ZERO);
        factory.setStoreTimeout(storeTimeout);
        Connection connection = factory.createConnection();
        connection.start();
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("locked", QueueOptions.defaults().withLockDuration(Duration.ofMinutes(5)));
        }
        return connection;
    }

    static void passOn(Connection connection, int count) throws JMSException {
        try (Session session = connection.createSession()) {
            Queue queue = session.createQueue("free");
            MessageConsumer consumer = session.createConsumer(queue);
            for (int i = 0; i < count; i++) {
                JmsContract.send(session, queue, "free " + i);
                assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("free " + i);
            }
        }
    }
}
