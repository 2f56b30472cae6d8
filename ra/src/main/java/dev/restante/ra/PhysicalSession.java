package dev.restante.ra;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import javax.transaction.xa.XAResource;

/**
 * A connection of the store with its one session, or a context that is both.
 *
 * @param connection a {@link Connection} or a {@link JMSContext}
 * @param session a {@link jakarta.jms.Session} or the same context
 * @param resource by which the session takes part in transactions
 */
record PhysicalSession(Object connection, Object session, XAResource resource) {

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

    void start() throws JMSException {
        if (connection instanceof Connection of) {
            of.start();
        } else {
            ((JMSContext) connection).start();
        }
    }

    void stop() throws JMSException {
        if (connection instanceof Connection of) {
            of.stop();
        } else {
            ((JMSContext) connection).stop();
        }
    }

    ConnectionMetaData metaData() throws JMSException {
        return connection instanceof Connection of ? of.getMetaData() : ((JMSContext) connection).getMetaData();
    }

    void onProblem(ExceptionListener listener) throws JMSException {
        if (connection instanceof Connection of) {
            of.setExceptionListener(listener);
        } else {
            ((JMSContext) connection).setExceptionListener(listener);
        }
    }

    void close() throws JMSException {
        try {
            if (connection instanceof Connection of) {
                of.close();
            } else {
                ((JMSContext) connection).close();
            }
        } catch (JMSRuntimeException failure) {
            JMSException checked = new JMSException(failure.getMessage(), failure.getErrorCode());
            checked.initCause(failure);
            throw checked;
        }
    }
}
