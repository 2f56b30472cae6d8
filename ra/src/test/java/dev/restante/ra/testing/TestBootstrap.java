package dev.restante.ra.testing;

import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.XATerminator;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Timer;

/**
 * What a server gives to a resource adapter when it starts it, as far as connection factories need it.
 *
 * @param registry of the server's transactions; may be null
 */
public record TestBootstrap(TransactionSynchronizationRegistry registry) implements BootstrapContext {

    @Override
    public TransactionSynchronizationRegistry getTransactionSynchronizationRegistry() {
        return registry;
    }

    @Override
    public WorkManager getWorkManager() {
        return null;
    }

    @Override
    public XATerminator getXATerminator() {
        return null;
    }

    @Override
    public Timer createTimer() {
        throw new UnsupportedOperationException("no timer");
    }

    @Override
    public boolean isContextSupported(Class<? extends WorkContext> type) {
        return false;
    }
}
