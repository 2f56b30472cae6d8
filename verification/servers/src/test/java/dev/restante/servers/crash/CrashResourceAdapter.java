package dev.restante.servers.crash;

import jakarta.resource.NotSupportedException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.io.Serializable;
import javax.transaction.xa.XAResource;

/** Resource adapter that supports outbound connections only. */
public final class CrashResourceAdapter implements ResourceAdapter, Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public void start(BootstrapContext context) {}

    @Override
    public void stop() {}

    @Override
    public void endpointActivation(MessageEndpointFactory endpoints, ActivationSpec spec) throws NotSupportedException {
        throw new NotSupportedException("outbound only");
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory endpoints, ActivationSpec spec) {}

    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) {
        return new XAResource[0];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CrashResourceAdapter;
    }

    @Override
    public int hashCode() {
        return 1;
    }
}
