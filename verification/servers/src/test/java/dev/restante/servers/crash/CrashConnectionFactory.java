package dev.restante.servers.crash;

import jakarta.resource.Referenceable;
import jakarta.resource.spi.ConnectionManager;
import java.io.Serializable;
import java.util.concurrent.Callable;
import javax.naming.Reference;

/**
 * Connection factory of the crash resource. It implements an interface of the JDK, so that applications can use it
 * without any class of this resource adapter.
 */
public final class CrashConnectionFactory implements Callable<AutoCloseable>, Serializable, Referenceable {

    private static final long serialVersionUID = 1L;

    private final CrashManagedConnectionFactory managed;
    private final transient ConnectionManager container;
    private Reference reference;

    CrashConnectionFactory(CrashManagedConnectionFactory managed, ConnectionManager container) {
        this.managed = managed;
        this.container = container;
    }

    /** Allocates a connection, which takes part in the transaction of the calling thread. */
    @Override
    public AutoCloseable call() throws Exception {
        return (AutoCloseable) container.allocateConnection(managed, null);
    }

    @Override
    public void setReference(Reference value) {
        reference = value;
    }

    @Override
    public Reference getReference() {
        return reference;
    }
}
