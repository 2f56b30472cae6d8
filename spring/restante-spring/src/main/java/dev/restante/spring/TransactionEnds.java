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
 * The end of each transaction of a manager that has this listener, for messages that are sent afterwards: by callbacks
 * after the commit, such as {@code @TransactionalEventListener}. Spring calls these while the connection is still
 * bound, as if it was in its transaction; what they do there nobody commits.
 */
public final class TransactionEnds implements TransactionExecutionListener {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionEnds.class);

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
        if (beginFailure == null) {
            watch();
        }
    }

    /** Watches the transaction that the calling thread is in. */
    static void watch() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new End());
        }
    }

    /** True if the transaction that the connection was bound for has been committed. */
    static boolean ended(ConnectionHolder holder) {
        return TransactionSynchronizationManager.hasResource(holder);
    }

    /** Called before all others. */
    private static final class End implements TransactionSynchronization {

        private final List<ConnectionHolder> marked = new ArrayList<>();
        private boolean inTime;

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void beforeCompletion() {
            inTime = true;
        }

        @Override
        public void afterCommit() {
            for (Object resource : List.copyOf(
                    TransactionSynchronizationManager.getResourceMap().values())) {
                if (resource instanceof ConnectionHolder holder && !ended(holder)) {
                    TransactionSynchronizationManager.bindResource(holder, this);
                    marked.add(holder);
                }
            }
        }

        @Override
        public void afterCompletion(int status) {
            marked.forEach(TransactionSynchronizationManager::unbindResourceIfPossible);
            if (!inTime) {
                LOG.warn("Messages were sent or received after the commit of a transaction as if they were part of it:"
                        + " they are rolled back if the pool has no auto-commit. Add a TransactionEnds to the listeners"
                        + " of its manager, or use REQUIRES_NEW");
            }
        }
    }
}
