package dev.restante.feature.entity;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import java.time.Duration;

/** Two nodes on one database. Their lease is so long that the second node learns nothing from heartbeats. */
final class TwoNodes implements AutoCloseable {

    private static final Duration LONG_LEASE = Duration.ofDays(365);

    private final SharedServer server;
    final String url;
    final RestanteConnectionFactory here;
    final RestanteConnectionFactory there;
    final RestanteAdmin hereAdmin;
    final RestanteAdmin thereAdmin;

    TwoNodes(SharedServer server) throws JMSException {
        this.server = server;
        url = server.newDatabase();
        here = factory(server, "here");
        there = factory(server, "there");
        hereAdmin = here.admin();
        thereAdmin = there.admin();
    }

    /** Creates a factory with its own node, which creates no queues or topics by itself. */
    private RestanteConnectionFactory factory(SharedServer server, String name) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(server.withNodeName(url, name));
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(LONG_LEASE);
        factory.setAutoCreateQueues(false);
        factory.setAutoCreateTopics(false);
        return factory;
    }

    /** Creates a factory of a third node with a store timeout. */
    RestanteConnectionFactory withStoreTimeout(Duration timeout) {
        RestanteConnectionFactory factory = factory(server, "third");
        factory.setStoreTimeout(timeout);
        return factory;
    }

    /** Creates another factory of the second node, which creates missing queues. */
    RestanteConnectionFactory creating() {
        RestanteConnectionFactory factory = factory(server, "there");
        factory.setAutoCreateQueues(true);
        return factory;
    }

    void create(String name) throws JMSException {
        create(name, QueueOptions.defaults());
    }

    void create(String name, QueueOptions options) throws JMSException {
        hereAdmin.createQueue(name, options);
    }

    long available(String name) throws JMSException {
        return hereAdmin.statistics(name).available();
    }

    void delete(String name) throws JMSException {
        hereAdmin.deleteQueue(name, true);
    }

    void remake(String name) throws JMSException {
        delete(name);
        create(name);
    }

    @Override
    public void close() throws JMSException {
        hereAdmin.close();
        thereAdmin.close();
        here.close();
        there.close();
    }
}
