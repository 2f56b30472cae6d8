package dev.restante.feature.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.testing.pool.PostgresDatabasePool;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("costs of sends on PostgreSQL")
@ExtendWith(PostgresDatabasePool.class)
final class PostgresSendTest extends JmsContract {

    @Override
    public String newStoreUrl(Path emptyDirectory) {
        return PostgresDatabasePool.borrow();
    }

    /** Listener that records the texts of sent messages. */
    private record Noting(List<String> texts, CountDownLatch missing) implements CompletionListener {
        @Override
        public void onCompletion(Message message) {
            try {
                texts.add(text(message));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
            missing.countDown();
        }

        @Override
        public void onException(Message message, Exception exception) {
            texts.add(exception.toString());
            missing.countDown();
        }
    }

    @Test
    @DisplayName("SND-03 100 asynchronous sends to a busy store return immediately and need at most two transactions")
    void shouldSendManyInOneTransaction() throws JMSException, SQLException {
        Session session = autoSession();
        MessageProducer producer = session.createProducer(session.createQueue("q"));
        Noting noting = new Noting(Collections.synchronizedList(new ArrayList<>()), new CountDownLatch(100));
        try (Connection database = DriverManager.getConnection(url());
                Statement statement = database.createStatement()) {
            database.setAutoCommit(false);
            statement.execute("LOCK TABLE restante_message IN SHARE MODE");
            for (int i = 0; i < 100; i++) {
                producer.send(session.createTextMessage("m" + i), noting);
            }
            assertThat(noting.texts()).isEmpty();
            database.commit();
            await(noting.missing());
            assertThat(noting.texts())
                    .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "m" + i).toList());
            try (ResultSet written =
                    statement.executeQuery("SELECT count(*), count(DISTINCT xmin::text) FROM restante_message")) {
                assertThat(written.next()).isTrue();
                assertThat(written.getInt(1)).isEqualTo(100);
                assertThat(written.getInt(2)).isBetween(1, 2);
            }
        }
    }
}
