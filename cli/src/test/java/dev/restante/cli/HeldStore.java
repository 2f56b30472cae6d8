package dev.restante.cli;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps the node of the commands of a test open: with the same settings as theirs it is the same node, and each of them
 * is much faster.
 */
final class HeldStore implements AutoCloseable {

    private static final AtomicInteger STORES = new AtomicInteger();

    private final String url;
    private final RestanteConnectionFactory factory;

    private HeldStore(String url) throws JMSException {
        this.url = url;
        this.factory = factory(url);
        factory.admin();
    }

    static HeldStore on(String url) throws JMSException {
        return new HeldStore(url);
    }

    static HeldStore inMemory() throws JMSException {
        return on("jdbc:hsqldb:mem:command-line-" + STORES.incrementAndGet());
    }

    String url() {
        return url;
    }

    static RestanteConnectionFactory factory(String url) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setStoreTimeout(Duration.ofSeconds(10));
        factory.setShutdownHook(false);
        return factory;
    }

    @Override
    public void close() throws JMSException {
        factory.close();
    }
}
