package dev.restante.samples.jta;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.narayana.NarayanaRecovery;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.XAJMSContext;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/**
 * Sample that moves orders from Restante to Artemis, and receipts back. Each move is one transaction of both providers,
 * so that after any failure a message is in exactly one of them.
 */
public final class OrdersToArtemis {

    private static final long TIMEOUT_MILLIS = 10_000;

    private final TransactionManager transactions;
    private final XAJMSContext restante;
    private final XAJMSContext artemis;

    private OrdersToArtemis(TransactionManager transactions, XAJMSContext restante, XAJMSContext artemis) {
        this.transactions = transactions;
        this.restante = restante;
        this.artemis = artemis;
    }

    /** Runs the sample with all its data in the given directory. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        TransactionManager transactions = TransactionManagers.withLogIn(directory.resolve("transactions"));
        try (RestanteXAConnectionFactory factory =
                        new RestanteXAConnectionFactory("jdbc:hsqldb:file:" + directory.resolve("store"));
                EmbeddedArtemis server = EmbeddedArtemis.start(directory.resolve("artemis"));
                ActiveMQXAConnectionFactory other = new ActiveMQXAConnectionFactory(server.url());
                XAJMSContext restante = factory.createXAContext();
                XAJMSContext artemis = other.createXAContext();
                NarayanaRecovery recovery = TransactionManagers.startRecovery(factory, artemis::getXAResource)) {
            new OrdersToArtemis(transactions, restante, artemis).run();
        } finally {
            TransactionManagers.stopRecovery();
        }
    }

    private void run() throws Exception {
        // Without a transaction, the send takes effect immediately.
        restante.createProducer().send(restante.createQueue("orders"), "7 pots of jam");

        pass(restante, "orders", artemis, "work", false);
        System.out.println("rolled back, so it is still an order");
        System.out.println("passed on to Artemis: " + pass(restante, "orders", artemis, "work", true));
        System.out.println("and back: " + pass(artemis, "work", restante, "receipts", true));
        System.out.println("received: " + next(restante, restante.createQueue("receipts")));
    }

    /** Receives a message from one provider and sends it to the other in one transaction. */
    private String pass(XAJMSContext from, String source, XAJMSContext to, String target, boolean commit)
            throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(from.getXAResource());
        transactions.getTransaction().enlistResource(to.getXAResource());
        String text = next(from, from.createQueue(source));
        to.createProducer().send(to.createQueue(target), text);
        if (commit) {
            transactions.commit();
        } else {
            transactions.rollback();
        }
        return text;
    }

    private static String next(JMSContext context, Queue queue) {
        try (var consumer = context.createConsumer(queue)) {
            return consumer.receiveBody(String.class, TIMEOUT_MILLIS);
        }
    }
}
