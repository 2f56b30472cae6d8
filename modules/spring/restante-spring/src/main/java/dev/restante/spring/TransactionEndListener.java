package dev.restante.spring;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transaction listener that keeps messages sent in after-commit callbacks, such as a
 * {@code @TransactionalEventListener}, out of the committed transaction. Spring runs these callbacks while the
 * connection is still bound to the thread, but it does not commit their work on that connection.
 */
public final class TransactionEndListener implements TransactionExecutionListener {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionEndListener.class);

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
        if (beginFailure == null) {
            watch();
        }
    }

    /** Watches the current transaction of the calling thread. */
    static void watch() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new EndSynchronization());
        }
    }

    /** Returns whether the transaction of this bound connection has been committed. */
    static boolean isCommitted(ConnectionHolder holder) {
        return TransactionSynchronizationManager.hasResource(holder);
    }

    /** Synchronization that Spring calls before all others, and that marks the bound connections after the commit. */
    private static final class EndSynchronization implements TransactionSynchronization {

        private final List<ConnectionHolder> marked = new ArrayList<>();
        private boolean registeredBeforeCompletion;

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void beforeCompletion() {
            registeredBeforeCompletion = true;
        }

        @Override
        public void afterCommit() {
            for (Object resource : List.copyOf(
                    TransactionSynchronizationManager.getResourceMap().values())) {
                if (resource instanceof ConnectionHolder holder && !isCommitted(holder)) {
                    TransactionSynchronizationManager.bindResource(holder, this);
                    marked.add(holder);
                }
            }
        }

        @Override
        public void afterCompletion(int status) {
            marked.forEach(TransactionSynchronizationManager::unbindResourceIfPossible);
            if (!registeredBeforeCompletion) {
                LOG.warn("Messages were sent or received after the commit of a transaction, as if they were part of it."
                        + " They are rolled back if the pool has no auto-commit. Add a TransactionEndListener to the"
                        + " listeners of the transaction manager, or use REQUIRES_NEW.");
            }
        }
    }
}
