package dev.restante.feature.entity;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import java.time.Duration;

/**
 * Two nodes on one database, the second of which learns nothing by heartbeats: with this lease no test lives to see
 * one.
 */
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

    /** A factory of a node of its own, which creates nothing by itself. */
    private RestanteConnectionFactory factory(SharedServer server, String name) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(server.ofNode(url, name));
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(LONG_LEASE);
        factory.setAutoCreateQueues(false);
        factory.setAutoCreateTopics(false);
        return factory;
    }

    /** The factory of a third node, which waits for the store for three seconds at most. */
    RestanteConnectionFactory impatient() {
        RestanteConnectionFactory factory = factory(server, "impatient");
        factory.setStoreTimeout(Duration.ofSeconds(3));
        return factory;
    }

    /** Another factory of the second node, which creates queues where they don't exist. */
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
