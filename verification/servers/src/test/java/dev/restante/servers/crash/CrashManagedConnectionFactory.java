package dev.restante.servers.crash;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import java.io.PrintWriter;
import java.util.Set;
import javax.security.auth.Subject;

/** Factory of managed connections that only take part in the transaction. */
public final class CrashManagedConnectionFactory implements ManagedConnectionFactory, ResourceAdapterAssociation {

    private static final long serialVersionUID = 1L;

    private transient ResourceAdapter adapter;

    @Override
    public Object createConnectionFactory(ConnectionManager container) {
        return new CrashConnectionFactory(this, container);
    }

    @Override
    public Object createConnectionFactory() throws ResourceException {
        throw new ResourceException("in a container only");
    }

    @Override
    public ManagedConnection createManagedConnection(Subject subject, ConnectionRequestInfo info) {
        return new CrashManagedConnection();
    }

    @Override
    @SuppressWarnings("rawtypes")
    public ManagedConnection matchManagedConnections(Set candidates, Subject subject, ConnectionRequestInfo info) {
        for (Object candidate : candidates) {
            if (candidate instanceof CrashManagedConnection ours) {
                return ours;
            }
        }
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter value) {
        adapter = value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CrashManagedConnectionFactory;
    }

    @Override
    public int hashCode() {
        return 2;
    }
}
