package dev.restante.bench.contender;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;

/** A broker in this JVM. Closing it stops all of its threads and releases its files. */
public interface RunningBroker extends AutoCloseable {

    /** Makes connections to this broker only. */
    ConnectionFactory connectionFactory();

    /** The one for sends with a {@code CompletionListener}, where the provider needs other settings for them. */
    default ConnectionFactory completionConnectionFactory() {
        return connectionFactory();
    }

    /** Makes connections to this broker for distributed transactions. */
    XAConnectionFactory xaConnectionFactory();

    @Override
    void close() throws Exception;
}
