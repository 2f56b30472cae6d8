package dev.restante.jta;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.jta.ExpiryParticipant.ExpiryDisposition;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import javax.sql.XAConnection;

/** Example of an expiry participation in docs/how-to/distributed-transactions.md. */
final class DocumentedParticipation {

    private DocumentedParticipation() {}

    static ExpiryParticipation begin(
            RestanteXAConnectionFactory factory,
            RestanteAdmin admin,
            TransactionManager transactionManager,
            XAConnection database,
            Connection jdbc)
            throws Exception {
        // region participation
        admin.createQueue(
                "orders.expired",
                QueueOptions.defaults().withRedeliveryBackOff(Duration.ofSeconds(1), 2, Duration.ofMinutes(5), 0.2));
        admin.createQueue(
                "orders", QueueOptions.defaults().withDeadLetterOnExpiry(true).withExpiredTo("orders.expired"));

        ExpiryParticipation participation =
                ExpiryParticipation.start(factory, "orders", transactionManager, message -> {
                    transactionManager.getTransaction().enlistResource(database.getXAResource());
                    try (PreparedStatement insert = jdbc.prepareStatement("INSERT INTO overdue VALUES (?)")) {
                        insert.setString(1, message.getJMSMessageID());
                        insert.executeUpdate();
                    }
                    return ExpiryDisposition.DEAD_LETTER;
                });
        // endregion
        return participation;
    }
}
