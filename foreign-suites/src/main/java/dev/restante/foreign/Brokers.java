package dev.restante.foreign;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

/** The stores in the place of the brokers that tests have started; the last one serves all connections. Thread-safe. */
public final class Brokers {

    private static final Deque<RestanteConnectionFactory> STARTED = new ArrayDeque<>();

    private Brokers() {}

    /** Opens an empty store in memory. */
    public static RestanteConnectionFactory start() {
        RestanteConnectionFactory store = new RestanteConnectionFactory(
                "jdbc:hsqldb:mem:" + UUID.randomUUID() + ";restante.objectMessageAllowList=*");
        store.setShutdownHook(false);
        synchronized (STARTED) {
            STARTED.push(store);
        }
        return store;
    }

    /** Ends all connections of a store, and drops it. */
    public static void stop(RestanteConnectionFactory store) throws JMSException {
        synchronized (STARTED) {
            STARTED.remove(store);
        }
        store.close();
    }

    /** The factory of the store that was started last. */
    public static ConnectionFactory current() {
        synchronized (STARTED) {
            if (STARTED.isEmpty()) {
                throw new IllegalStateException("no broker is started");
            }
            return STARTED.element();
        }
    }
}
