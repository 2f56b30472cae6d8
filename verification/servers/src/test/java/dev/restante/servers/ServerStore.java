package dev.restante.servers;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Access to the store of the server from outside the server, through a separate node on the same database. */
final class ServerStore implements AutoCloseable {

    private final RestanteConnectionFactory factory;

    private ServerStore(String url, String user) {
        factory = new RestanteConnectionFactory(url);
        factory.setUser(user);
        factory.setPassword("secret");
    }

    static ServerStore messageStore(ServerDatabases.DatabasePair databases) {
        return new ServerStore(databases.messagesUrl(), "restante");
    }

    /** Returns the store in the application's database. */
    static ServerStore shopStore(ServerDatabases.DatabasePair databases) {
        return new ServerStore(databases.shopUrl(), "shop");
    }

    void send(String queue, String text) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue(queue), text);
        }
    }

    /** Sends texts that end with consecutive numbers, one hundred messages per transaction. */
    void send(String queue, String text, int from, int to) {
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSProducer producer = context.createProducer();
            IntStream.range(from, to).forEach(number -> {
                producer.send(context.createQueue(queue), text + number);
                if (number % 100 == 99) {
                    context.commit();
                }
            });
            context.commit();
        }
    }

    /** Receives all messages that are available now. */
    List<String> drain(String queue) {
        List<String> texts = new ArrayList<>();
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            String text = consumer.receiveBodyNoWait(String.class);
            while (text != null) {
                texts.add(text);
                text = consumer.receiveBodyNoWait(String.class);
            }
        }
        return texts;
    }

    QueueStatistics statistics(String queue) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.statistics(queue);
        }
    }

    /** Returns the number of available, in-flight, scheduled and dead-lettered messages. */
    long messages(String queue) throws JMSException {
        QueueStatistics counted = statistics(queue);
        return counted.available() + counted.inFlight() + counted.scheduled() + counted.deadLettered();
    }

    int inDoubt() throws JMSException {
        return transactions().size();
    }

    List<TransactionDescription> transactions() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.transactions().list();
        }
    }

    /** Commits or rolls back a branch instead of its lost transaction manager, and then forgets the branch. */
    void resolve(String xid, boolean commit) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            if (commit) {
                admin.transactions().commit(xid);
            } else {
                admin.transactions().rollback(xid);
            }
            admin.transactions().forget(xid);
        }
    }

    @Override
    public void close() throws JMSException {
        factory.close();
    }
}
