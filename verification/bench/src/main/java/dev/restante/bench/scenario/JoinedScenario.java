package dev.restante.bench.scenario;

import dev.restante.RestanteConnectionFactory;
import dev.restante.api.JdbcTransactionProvider;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.RestanteContender;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Locale;
import java.util.Map;

/**
 * Scenario that receives messages in the JDBC transaction that inserts a row.
 *
 * <p>It does the work of {@link XaScenario} without distributed transactions, because messages and rows are in one
 * PostgreSQL database.
 *
 * @param sessions the number of sessions, each with a thread and a database connection
 */
public record JoinedScenario(int sessions) implements Scenario {

    @Override
    public String name() {
        return "joined-" + sessions;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d sessions that each receive a message and insert a row into PostgreSQL, which has both, in one transaction of the JDBC connection; transactions/s",
                sessions);
    }

    @Override
    public boolean needsOwnJvm() {
        return true;
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        if (!(contender instanceof RestanteContender)) {
            return new RunOutcome.SkippedRun("messages are not in the database");
        }
        try (BusinessDatabase database =
                        BusinessDatabase.start(context.directory().resolve("database"));
                RestanteConnectionFactory factory = new RestanteConnectionFactory(database.url())) {
            BusinessLoad.fillQueue(factory, context.settings());
            BusinessLoad load = new BusinessLoad(sessions);
            double perSecond = load.measure(context.settings(), loop -> work(factory, database, loop));
            database.verify(load.committed().get());
            return new RunOutcome.MeasuredRun(perSecond, Map.of(), Map.of());
        }
    }

    private static void work(
            RestanteConnectionFactory factory, BusinessDatabase database, BusinessLoad.TransactionLoop loop)
            throws Exception {
        try (Connection jdbc = database.connect();
                PreparedStatement insert = jdbc.prepareStatement("INSERT INTO processed VALUES (?)");
                jakarta.jms.Connection connection = factory.joiningTransactions(JdbcTransactionProvider.of(jdbc))
                        .createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(BusinessLoad.QUEUE))) {
            jdbc.setAutoCommit(false);
            connection.start();
            loop.run(() -> {
                insert.setLong(1, BusinessLoad.receive(consumer).getLongProperty(BusinessLoad.KEY));
                insert.executeUpdate();
                jdbc.commit();
            });
        }
    }
}
