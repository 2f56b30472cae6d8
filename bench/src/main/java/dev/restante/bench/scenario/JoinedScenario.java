package dev.restante.bench.scenario;

import dev.restante.JdbcTransactions;
import dev.restante.RestanteConnectionFactory;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.RestanteContender;
import dev.restante.bench.measure.Outcome;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Locale;
import java.util.Map;

/**
 * The work of {@link XaScenario} without distributed transactions: messages and rows are in the same PostgreSQL
 * database, and each message is received in the transaction of the JDBC connection that inserts its row.
 *
 * @param sessions how many, each with a thread and database connection of its own
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
    public Outcome run(Contender contender, Trial trial) throws Exception {
        if (!(contender instanceof RestanteContender)) {
            return new Outcome.Skipped("messages are not in the database");
        }
        try (BusinessDatabase database =
                        BusinessDatabase.start(trial.directory().resolve("database"));
                RestanteConnectionFactory factory = new RestanteConnectionFactory(database.url())) {
            BusinessLoad.fill(factory, trial.settings());
            BusinessLoad load = new BusinessLoad(sessions);
            double perSecond = load.measure(trial.settings(), loop -> work(factory, database, loop));
            database.verify(load.committed().get());
            return new Outcome.Measured(perSecond, Map.of(), Map.of());
        }
    }

    private static void work(RestanteConnectionFactory factory, BusinessDatabase database, BusinessLoad.Loop loop)
            throws Exception {
        try (Connection jdbc = database.connect();
                PreparedStatement insert = jdbc.prepareStatement("INSERT INTO processed VALUES (?)");
                jakarta.jms.Connection connection =
                        factory.joining(JdbcTransactions.of(jdbc)).createConnection();
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
