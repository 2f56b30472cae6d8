package dev.restante.servers.crash;

import jakarta.resource.NotSupportedException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;

final class CrashManagedConnection implements ManagedConnection {

    /** Connection handle of the application. The class is not final because TomEE creates a subclass of it. */
    public static class CrashHandle implements AutoCloseable {

        private CrashManagedConnection managed;

        CrashHandle(CrashManagedConnection managed) {
            this.managed = managed;
        }

        /** Returns true. WildFly calls this method during recovery. */
        public boolean isValid(int seconds) {
            return true;
        }

        @Override
        public void close() {
            CrashManagedConnection of = managed;
            managed = null;
            if (of != null) {
                of.closed(this);
            }
        }
    }

    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private final CrashXaResource resource = new CrashXaResource();

    private void closed(CrashHandle handle) {
        ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_CLOSED);
        event.setConnectionHandle(handle);
        listeners.forEach(listener -> listener.connectionClosed(event));
    }

    @Override
    public Object getConnection(Subject subject, ConnectionRequestInfo info) {
        return new CrashHandle(this);
    }

    @Override
    public void associateConnection(Object connection) {
        ((CrashHandle) connection).managed = this;
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    @Override
    public LocalTransaction getLocalTransaction() throws NotSupportedException {
        throw new NotSupportedException("XA only");
    }

    @Override
    public void cleanup() {}

    @Override
    public void destroy() {}

    @Override
    public ManagedConnectionMetaData getMetaData() {
        return new ManagedConnectionMetaData() {
            @Override
            public String getEISProductName() {
                return "crash";
            }

            @Override
            public String getEISProductVersion() {
                return "1";
            }

            @Override
            public int getMaxConnections() {
                return 0;
            }

            @Override
            public String getUserName() {
                return "";
            }
        };
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }
}
