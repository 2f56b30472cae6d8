package dev.restante.foreign;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A store in memory in the place of a broker that a test has started. The one that was started last serves all
 * connections. Thread-safe.
 */
public final class Broker {

    private static final Deque<Broker> STARTED = new ArrayDeque<>();

    private final RestanteConnectionFactory store;
    private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();

    private Broker() {
        store = new RestanteConnectionFactory(
                "jdbc:hsqldb:mem:" + UUID.randomUUID() + ";restante.objectMessageAllowList=*");
        store.setShutdownHook(false);
    }

    /** An empty store. */
    public static Broker start() {
        Broker broker = new Broker();
        synchronized (STARTED) {
            STARTED.push(broker);
        }
        return broker;
    }

    /**
     * The one that was started last.
     *
     * @throws JMSException if none is
     */
    public static Broker current() throws JMSException {
        synchronized (STARTED) {
            if (STARTED.isEmpty()) {
                throw new JMSException("no broker is started");
            }
            return STARTED.element();
        }
    }

    /** A connection to it. */
    public Connection connect() throws JMSException {
        Connection connection = store.createConnection();
        connections.add(connection);
        return connection;
    }

    /** A context of it. */
    public JMSContext open(int mode) {
        return store.createContext(mode);
    }

    /** Drops the store. Who has a connection hears of it as of a broker that is gone. */
    public void stop() throws JMSException {
        synchronized (STARTED) {
            STARTED.remove(this);
        }
        List<ExceptionListener> listeners = listeners();
        store.close();
        for (ExceptionListener listener : listeners) {
            listener.onException(new JMSException("the broker has stopped"));
        }
    }

    private List<ExceptionListener> listeners() throws JMSException {
        List<ExceptionListener> found = new ArrayList<>();
        for (Connection connection : connections) {
            try {
                ExceptionListener listener = connection.getExceptionListener();
                if (listener != null) {
                    found.add(listener);
                }
            } catch (IllegalStateException closedBefore) {
                // Its owner needs to hear nothing any more.
            }
        }
        return found;
    }
}
