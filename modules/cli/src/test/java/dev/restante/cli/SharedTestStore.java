package dev.restante.cli;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Store whose node stays open during a test. The commands of the test use the same settings, share the node, and
 * therefore start quickly.
 */
final class SharedTestStore implements AutoCloseable {

    private static final AtomicInteger STORES = new AtomicInteger();

    private final String url;
    private final RestanteConnectionFactory factory;

    private SharedTestStore(String url) throws JMSException {
        this.url = url;
        this.factory = factory(url);
        factory.admin();
    }

    static SharedTestStore on(String url) throws JMSException {
        return new SharedTestStore(url);
    }

    static SharedTestStore inMemory() throws JMSException {
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
