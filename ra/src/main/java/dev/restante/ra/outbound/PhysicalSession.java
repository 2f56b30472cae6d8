package dev.restante.ra.outbound;

import dev.restante.ra.base.JcaExceptionTranslation;
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
 * Real connection and session of the provider behind one managed connection, or a JMSContext that is both, with uniform
 * calls for either kind.
 *
 * @param connection a {@link Connection} or a {@link JMSContext}
 * @param session a {@link Session} or the same context
 * @param resource the XA resource of the session; null if the session joins the application's transactions
 */
public record PhysicalSession(Object connection, Object session, @Nullable XAResource resource) {

    interface SessionOpener {
        PhysicalSession open() throws JMSException;
    }

    /** Opens the session of a connection, and closes the connection if that fails. */
    static PhysicalSession of(Connection connection, SessionOpener opener) throws JMSException {
        try {
            return opener.open();
        } catch (JMSException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    private interface SessionAction {
        void run() throws JMSException;
    }

    private static void checked(SessionAction action) throws JMSException {
        try {
            action.run();
        } catch (JMSRuntimeException failure) {
            throw JcaExceptionTranslation.toChecked(failure);
        }
    }

    /** Returns whether the session, its connection and its node are open. */
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

    /** Sets whether the consumers of a context start it. */
    void setAutoStart(boolean wanted) throws JMSException {
        checked(() -> {
            if (connection instanceof JMSContext context) {
                context.setAutoStart(wanted);
            }
        });
    }

    ConnectionMetaData metaData() throws JMSException {
        return connection instanceof Connection of ? of.getMetaData() : ((JMSContext) connection).getMetaData();
    }

    void setExceptionListener(ExceptionListener listener) throws JMSException {
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
