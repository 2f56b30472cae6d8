package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import jakarta.transaction.TransactionManager;
import java.util.Locale;
import java.util.Map;

/**
 * Scenario that receives a message and inserts a row in one XA transaction.
 *
 * <p>Narayana is the transaction manager, with its log in files. The row of each message must exist once at the end.
 * The main figure is transactions per second.
 *
 * @param sessions the number of sessions, each with a thread and a database connection
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

    /** Returns true, because a JVM has only one transaction manager. */
    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        if (!(contender instanceof JmsContender provider)) {
            return new RunOutcome.SkippedRun("no provider");
        }
        TransactionManager transactions = Narayana.withLogIn(context.directory().resolve("log"));
        try (BusinessDatabase database =
                        BusinessDatabase.start(context.directory().resolve("database"));
                RunningBroker broker = provider.start(context.directory().resolve("broker"), MessageStorage.DISK)) {
            BusinessLoad.fillQueue(broker.connectionFactory(), context.settings());
            BusinessLoad load = new BusinessLoad(sessions);
            XAConnectionFactory factory = broker.xaConnectionFactory();
            double perSecond = load.measure(context.settings(), loop -> work(factory, database, transactions, loop));
            database.verify(load.committed().get());
            return new RunOutcome.MeasuredRun(perSecond, Map.of(), Map.of());
        }
    }

    private static void work(
            XAConnectionFactory factory,
            BusinessDatabase database,
            TransactionManager transactions,
            BusinessLoad.TransactionLoop loop)
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
