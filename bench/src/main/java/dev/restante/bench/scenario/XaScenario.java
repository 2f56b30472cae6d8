package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.measure.Outcome;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import jakarta.transaction.TransactionManager;
import java.util.Locale;
import java.util.Map;

/**
 * Each session receives a message and inserts a row into a PostgreSQL database, both in one distributed transaction of
 * Narayana, whose log is in files. The main figure is transactions per second.
 *
 * <p>Each message's row has to be there once in the end.
 *
 * @param sessions how many, each with a thread and database connection of its own
 */
public record XaScenario(int sessions) implements Scenario {

    @Override
    public String name() {
        return "xa-" + sessions;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d sessions that each receive a message and insert a row into PostgreSQL in one XA transaction (Narayana, log in files); transactions/s",
                sessions);
    }

    /** The transaction manager is one for the whole JVM. */
    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        if (!(contender instanceof JmsContender provider)) {
            return new Outcome.Skipped("no provider");
        }
        TransactionManager transactions = Narayana.withLogIn(trial.directory().resolve("log"));
        try (BusinessDatabase database =
                        BusinessDatabase.start(trial.directory().resolve("database"));
                RunningBroker broker = provider.start(trial.directory().resolve("broker"), HeldIn.STORE)) {
            BusinessLoad.fill(broker.connectionFactory(), trial.settings());
            BusinessLoad load = new BusinessLoad(sessions);
            XAConnectionFactory factory = broker.xaConnectionFactory();
            double perSecond = load.measure(trial.settings(), loop -> work(factory, database, transactions, loop));
            database.verify(load.committed().get());
            return new Outcome.Measured(perSecond, Map.of(), Map.of());
        }
    }

    private static void work(
            XAConnectionFactory factory,
            BusinessDatabase database,
            TransactionManager transactions,
            BusinessLoad.Loop loop)
            throws Exception {
        try (XAConnection connection = factory.createXAConnection();
                XASession session = connection.createXASession();
                BusinessDatabase.XaClient rows = database.xaClient()) {
            connection.start();
            try (MessageConsumer consumer = session.createConsumer(session.createQueue(BusinessLoad.QUEUE))) {
                loop.run(() -> transact(transactions, session, consumer, rows));
            }
        }
    }

    private static void transact(
            TransactionManager transactions,
            XASession session,
            MessageConsumer consumer,
            BusinessDatabase.XaClient rows)
            throws Exception {
        transactions.begin();
        boolean done = false;
        try {
            transactions.getTransaction().enlistResource(session.getXAResource());
            transactions.getTransaction().enlistResource(rows.resource());
            Message message = BusinessLoad.receive(consumer);
            rows.insert(message.getLongProperty(BusinessLoad.KEY));
            transactions.commit();
            done = true;
        } finally {
            if (!done) {
                transactions.rollback();
            }
        }
    }
}
