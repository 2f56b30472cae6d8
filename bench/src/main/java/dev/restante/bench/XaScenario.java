package dev.restante.bench;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Each session receives a message and inserts a row into a PostgreSQL database, both in one distributed transaction of Narayana, whose log is in files. The main figure is transactions per second.
 *
 * <p>All messages are in the queue before, and the row's key is the message's: each has to be there once in the end.
 *
 * @param sessions how many, each with a thread and database connection of its own
 */
record XaScenario(int sessions) implements Scenario {

    private static final String QUEUE = "bench.xa";
    private static final int MOST_PER_SECOND = 10_000;
    private static final int FILL_BATCH = 500;
    private static final long STUCK_MILLIS = TimeUnit.MINUTES.toMillis(1);

    @Override
    public String name() {
        return "xa-" + sessions;
    }

    @Override
    public String description() {
        return "%,d sessions that each receive a message and insert a row into PostgreSQL in one XA transaction (Narayana, log in files); transactions/s"
                .formatted(sessions);
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
                RunningBroker broker = provider.start(trial.directory().resolve("broker"), JmsContender.HeldIn.STORE)) {
            Settings settings = trial.settings();
            fill(broker, settings);
            Run run = new Run(broker.xaConnectionFactory(), database, transactions);
            double perSecond = run.measure(settings);
            database.verify(run.committed.get());
            return new Outcome.Measured(perSecond, Map.of(), Map.of());
        }
    }

    private void fill(RunningBroker broker, Settings settings) throws JMSException {
        long seconds = settings.warmUp().plus(settings.window()).toSeconds() + 1;
        byte[] body = new byte[settings.bodyBytes()];
        try (Connection connection = broker.connectionFactory().createConnection();
                var session = connection.createSession(true, 0);
                var producer = session.createProducer(session.createQueue(QUEUE))) {
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            for (long key = 0; key < MOST_PER_SECOND * seconds; key++) {
                var message = session.createBytesMessage();
                message.writeBytes(body);
                message.setLongProperty("key", key);
                producer.send(message);
                if (key % FILL_BATCH == FILL_BATCH - 1) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    /** The sessions at work. */
    private final class Run {
        private final XAConnectionFactory factory;
        private final BusinessDatabase database;
        private final TransactionManager transactions;
        private final AtomicLong committed = new AtomicLong();
        private volatile boolean ending;

        Run(XAConnectionFactory factory, BusinessDatabase database, TransactionManager transactions) {
            this.factory = factory;
            this.database = database;
            this.transactions = transactions;
        }

        double measure(Settings settings) throws InterruptedException, ExecutionException {
            ExecutorService threads = Executors.newFixedThreadPool(sessions);
            try {
                List<Future<?>> ends = new ArrayList<>();
                for (int i = 0; i < sessions; i++) {
                    Callable<Void> work = this::work;
                    ends.add(threads.submit(work));
                }
                TimeUnit.NANOSECONDS.sleep(settings.warmUp().toNanos());
                long startNanos = System.nanoTime();
                long startCount = committed.get();
                TimeUnit.NANOSECONDS.sleep(settings.window().toNanos());
                long count = committed.get() - startCount;
                double perSecond = LoadRun.perSecond(count, System.nanoTime() - startNanos);
                ending = true;
                for (Future<?> end : ends) {
                    end.get();
                }
                return perSecond;
            } finally {
                ending = true;
                threads.shutdownNow();
            }
        }

        private Void work() throws Exception {
            try (XAConnection connection = factory.createXAConnection();
                    XASession session = connection.createXASession();
                    BusinessDatabase.XaClient rows = database.xaClient()) {
                connection.start();
                Queue queue = session.createQueue(QUEUE);
                try (MessageConsumer consumer = session.createConsumer(queue)) {
                    while (!ending) {
                        transact(session, consumer, rows);
                        committed.incrementAndGet();
                    }
                }
            }
            return null;
        }

        private void transact(XASession session, MessageConsumer consumer, BusinessDatabase.XaClient rows)
                throws Exception {
            transactions.begin();
            boolean done = false;
            try {
                transactions.getTransaction().enlistResource(session.getXAResource());
                transactions.getTransaction().enlistResource(rows.resource());
                Message message = consumer.receive(STUCK_MILLIS);
                if (message == null) {
                    throw new IllegalStateException("the queue has run empty, or is stuck");
                }
                rows.insert(message.getLongProperty("key"));
                transactions.commit();
                done = true;
            } finally {
                if (!done) {
                    transactions.rollback();
                }
            }
        }
    }
}
