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
 * In-memory store that replaces the broker which a third-party test starts. The last started broker serves all
 * connections. Thread-safe.
 */
public final class SubstituteBroker {

    private static final Deque<SubstituteBroker> STARTED = new ArrayDeque<>();

    private final RestanteConnectionFactory store;
    private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();

    private SubstituteBroker() {
        store = new RestanteConnectionFactory(
                "jdbc:hsqldb:mem:" + UUID.randomUUID() + ";restante.objectMessageAllowList=*");
        store.setShutdownHook(false);
    }

    /** Starts a broker with an empty store. */
    public static SubstituteBroker start() {
        SubstituteBroker broker = new SubstituteBroker();
        synchronized (STARTED) {
            STARTED.push(broker);
        }
        return broker;
    }

    /**
     * Returns the last started broker.
     *
     * @throws JMSException if no broker is started
     */
    public static SubstituteBroker lastStarted() throws JMSException {
        synchronized (STARTED) {
            if (STARTED.isEmpty()) {
                throw new JMSException("no broker is started");
            }
            return STARTED.element();
        }
    }

    public Connection connect() throws JMSException {
        Connection connection = store.createConnection();
        connections.add(connection);
        return connection;
    }

    public JMSContext createContext(int mode) {
        return store.createContext(mode);
    }

    /** Drops the store, and reports the stop to the exception listeners of its connections. */
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
                // A closed connection needs no report.
            }
        }
        return found;
    }
}
