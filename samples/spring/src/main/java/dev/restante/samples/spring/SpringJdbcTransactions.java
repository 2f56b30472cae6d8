package dev.restante.samples.spring;

import dev.restante.JdbcTransactions;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

// region transactions
/**
 * The transactions of a {@code JdbcTransactionManager}, whether by {@code @Transactional}, a template or a listener
 * container.
 */
public final class SpringJdbcTransactions implements JdbcTransactions {

    private final DataSource dataSource;

    public SpringJdbcTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public @Nullable Connection current() {
        boolean active = TransactionSynchronizationManager.isActualTransactionActive();
        return active && TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                ? holder.getConnection()
                : null;
    }

    @Override
    public void onCompletion(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                action.run();
            }
        });
    }
}
// endregion
