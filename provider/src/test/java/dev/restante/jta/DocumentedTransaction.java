package dev.restante.jta;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.transaction.TransactionManager;

/** Example of a transaction in docs/how-to/distributed-transactions.md. */
final class DocumentedTransaction {

    private DocumentedTransaction() {}

    static void invoice(
            RestanteXAConnectionFactory factory, TransactionManager transactionManager, Queue orders, Queue invoices)
            throws Exception {
        // region transaction
        try (XAConnection connection = factory.createXAConnection();
                XASession session = connection.createXASession()) {
            connection.start();
            transactionManager.begin();
            transactionManager.getTransaction().enlistResource(session.getXAResource());
            Message order = session.createConsumer(orders).receive(1000);
            // ... and an UPDATE through an XADataSource that is enlisted as well ...
            session.createProducer(invoices)
                    .send(session.createTextMessage("invoice for " + order.getBody(String.class)));
            transactionManager.commit();
        }
        // endregion
    }
}
