package dev.restante.ra.outbound;

import dev.restante.ra.base.Failures;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Session;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the store with its one session, or a context that is both.
 *
 * @param connection a {@link Connection} or a {@link JMSContext}
 * @param session a {@link Session} or the same context
 * @param resource by which the session takes part in transactions; null if it joins those of the application
 */
public record PhysicalSession(Object connection, Object session, @Nullable XAResource resource) {

    interface Opening {
        PhysicalSession open() throws JMSException;
    }

    /** Opens the session of a connection, which is closed if that fails. */
    static PhysicalSession of(Connection connection, Opening opening) throws JMSException {
        try {
            return opening.open();
        } catch (JMSException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    private interface Use {
        void run() throws JMSException;
    }

    private static void checked(Use use) throws JMSException {
        try {
            use.run();
        } catch (JMSRuntimeException failure) {
            throw Failures.checked(failure);
        }
    }

    /** Whether it can be used at all: not once it, its connection or its node was closed. */
    public boolean isOpen() {
        try {
            if (session instanceof Session of) {
                of.getTransacted();
            } else {
                ((JMSContext) session).getTransacted();
            }
            metaData();
            return true;
        } catch (JMSException | JMSRuntimeException closed) {
            return false;
        }
    }

    void start() throws JMSException {
        checked(() -> {
            if (connection instanceof Connection of) {
                of.start();
            } else {
                ((JMSContext) connection).start();
            }
        });
    }

    void stop() throws JMSException {
        checked(() -> {
            if (connection instanceof Connection of) {
                of.stop();
            } else {
                ((JMSContext) connection).stop();
            }
        });
    }

    /** For a context: whether its consumers start it. */
    void autoStart(boolean wanted) throws JMSException {
        checked(() -> {
            if (connection instanceof JMSContext context) {
                context.setAutoStart(wanted);
            }
        });
    }

    ConnectionMetaData metaData() throws JMSException {
        return connection instanceof Connection of ? of.getMetaData() : ((JMSContext) connection).getMetaData();
    }

    void onProblem(ExceptionListener listener) throws JMSException {
        checked(() -> {
            if (connection instanceof Connection of) {
                of.setExceptionListener(listener);
            } else {
                ((JMSContext) connection).setExceptionListener(listener);
            }
        });
    }

    void close() throws JMSException {
        checked(() -> {
            if (connection instanceof Connection of) {
                of.close();
            } else {
                ((JMSContext) connection).close();
            }
        });
    }
}
