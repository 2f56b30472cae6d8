package dev.restante.ra.testing;

import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.XATerminator;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Timer;

/**
 * Bootstrap context with the parts that connection factories need.
 *
 * @param registry the transaction registry of the server; may be null
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
