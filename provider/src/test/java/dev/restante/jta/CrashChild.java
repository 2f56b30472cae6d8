package dev.restante.jta;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.durability.ChildJvm;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.transaction.xa.XAResource;

/**
 * Child process that sends a key to Restante and then moves the key in one transaction. The transaction receives the
 * key, writes it to the partner, and sends it to another queue. The child reports when it reaches the step at which it
 * is killed. It then waits, unless the kill comes during the step.
 *
 * <p>Arguments: the URL of the store, the URL of the partner, the directory of the transaction log, the key, and the
 * arguments of a {@link CrashPlan}.
 */
final class CrashChild {

    static final String IN = "in";
    static final String OUT = "out";

    /** Lease after which another node releases the messages of a killed node. */
    static final Duration LEASE = Duration.ofSeconds(1);

    private static final long PATIENCE_MILLIS = 30_000;

    private final String storeUrl;
    private final CrashPlan plan;

    private CrashChild(String storeUrl, CrashPlan plan) {
        this.storeUrl = storeUrl;
        this.plan = plan;
    }

    public static void main(String[] arguments) {
        run(arguments, "warn", CrashChild::live);
    }

    interface Life {
        void live(String[] arguments) throws Exception;
    }

    /** Runs the work of a child process. A child that fails reports the failure and ends. */
    static void run(String[] arguments, String logLevel, Life life) {
        System.setProperty("org.slf4j.simpleLogger.log.dev.restante", logLevel);
        try {
            life.live(arguments);
        } catch (Exception | Error e) {
            e.printStackTrace();
            ChildJvm.tell("failed: " + e);
            // An open node would keep the JVM alive.
            Runtime.getRuntime().halt(1);
        }
    }

    private static void live(String[] arguments) throws Exception {
        TransactionManager transactions =
                Narayana.withLogIn(Path.of(arguments[2])).transactions();
        CrashPlan plan = CrashPlan.of(arguments, 4);
        RestanteXAConnectionFactory factory = new RestanteXAConnectionFactory(arguments[0]);
        factory.setLeaseDuration(LEASE);
        try (XAConnection connection = factory.createXAConnection();
                Partner partner = Partner.open(plan.partner(), arguments[1])) {
            connection.start();
            new CrashChild(arguments[0], plan)
                    .moveOn(transactions, factory, connection.createXASession(), partner, arguments[3]);
            ChildJvm.tell("end");
        }
    }

    private void moveOn(
            TransactionManager transactions,
            RestanteXAConnectionFactory factory,
            XASession session,
            Partner partner,
            String key)
            throws Exception {
        Queue in = session.createQueue(IN);
        Queue out = session.createQueue(OUT);
        MessageProducer producer = session.createProducer(null);
        producer.send(in, session.createTextMessage(key));

        transactions.begin();
        XAResource ofRestante = session.getXAResource();
        XAResource ofPartner = partner.resource();
        if (plan.atRestante()) {
            ofRestante = new WatchedResource(ofRestante, new FatalStep(plan));
        } else {
            ofPartner = new WatchedResource(ofPartner, new FatalStep(plan));
        }
        enlist(transactions, plan.restanteFirst() ? ofRestante : ofPartner);
        enlist(transactions, plan.restanteFirst() ? ofPartner : ofRestante);
        try (MessageConsumer consumer = session.createConsumer(in)) {
            Message message = consumer.receive(PATIENCE_MILLIS);
            if (message == null || !message.getBody(String.class).equals(key)) {
                explain();
                throw new IllegalStateException("expected " + key + ", not " + message + ", of " + statistics(factory));
            }
        }
        partner.write(key);
        producer.send(out, session.createTextMessage(key));
        if (plan.commit()) {
            transactions.commit();
        } else {
            transactions.rollback();
        }
    }

    /** Prints the rows of the store and the stack traces of all threads to standard error. */
    private void explain() throws SQLException {
        try (Connection store = DriverManager.getConnection(storeUrl);
                Statement statement = store.createStatement()) {
            for (String table : List.of("node", "pipeline", "delivery", "xa_branch")) {
                try (ResultSet rows = statement.executeQuery("SELECT * FROM restante_" + table)) {
                    while (rows.next()) {
                        StringBuilder row = new StringBuilder(table);
                        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                            row.append(' ')
                                    .append(rows.getMetaData().getColumnName(i))
                                    .append('=')
                                    .append(rows.getString(i));
                        }
                        System.err.println(row);
                    }
                }
            }
        }
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            System.err.println(thread);
            for (StackTraceElement frame : frames) {
                System.err.println("    " + frame);
            }
        });
    }

    private static QueueStatistics statistics(RestanteXAConnectionFactory factory) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.statistics(IN);
        }
    }

    private static void enlist(TransactionManager transactions, XAResource resource) throws Exception {
        if (!transactions.getTransaction().enlistResource(resource)) {
            throw new IllegalStateException("the resource was not enlisted");
        }
    }
}
