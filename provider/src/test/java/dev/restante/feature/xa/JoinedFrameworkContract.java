package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.JdbcTransactionProvider;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Joined transactions whose end a framework reports, and joined transactions beside other sessions. */
@Timeout(60)
@DisplayName("joined transactions with frameworks and other sessions")
public abstract class JoinedFrameworkContract extends JoinedFixture {

    @Test
    @DisplayName("BEY-01 a framework gets one completion callback in each transaction, and may call it at any time")
    void shouldBeTold() throws Exception {
        List<Runnable> told = new ArrayList<>();
        ConnectionFactory telling = factory.joiningTransactions(new JdbcTransactionProvider() {
            @Override
            public Connection current() {
                return jdbc;
            }

            @Override
            public void onCompletion(Runnable action) {
                told.add(action);
            }
        });
        try (JMSContext context = telling.createContext()) {
            context.createProducer().send(out, "a").send(out, "b");
            assertThat(told).hasSize(1);
            told.get(0).run();
            jdbc.commit();
            told.get(0).run();
            assertThat(drainAll(out, 2)).containsExactly("a", "b");
            told.get(0).run();
            context.createProducer().send(out, "c");
            assertThat(told).hasSize(2);
        }
    }

    @Test
    @DisplayName("BEY-01 no message is lost if a framework fails to return the transaction")
    void shouldSurviveAFailingFramework() throws Exception {
        send(in, "a");
        List<RuntimeException> failures = new ArrayList<>();
        ConnectionFactory failing = factory.joiningTransactions(new JdbcTransactionProvider() {
            @Override
            public Connection current() {
                if (failures.isEmpty()) {
                    failures.add(new UnsupportedOperationException("no transactions today"));
                    throw failures.get(0);
                }
                return jdbc;
            }

            @Override
            public void onCompletion(Runnable action) {
                throw new UnsupportedOperationException("nobody tells");
            }
        });
        try (JMSContext context = failing.createContext()) {
            var consumer = context.createConsumer(in);
            assertThatThrownBy(() -> consumer.receive(PATIENCE_MILLIS)).hasMessageContaining("no transactions today");
            assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
            jdbc.commit();
        }
        awaitContent(in, 0, 0);
    }

    @Test
    @DisplayName("BEY-01 a long joined transaction keeps its messages, and blocks no other session")
    void shouldNotBlockOthers() throws Exception {
        send(in, "mine", "other");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("mine");
        }
        send(session, out, "uncommitted");
        time.jump(Duration.ofHours(1));

        for (int i = 0; i < 30; i++) {
            send(out, "m" + i);
        }
        assertThat(drainAll(out, 30)).hasSize(30).doesNotContain("uncommitted");
        assertThat(drainAll(in, 1)).containsExactly("other");
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.messages("in")
                            .purge(dev.restante.admin.MessageFilter.all())
                            .processed())
                    .isZero();
        }
        awaitContent(in, 0, 1);
        jdbc.rollback();
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            Message again = receive(consumer);
            assertThat(text(again)).isEqualTo("mine");
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName(
            "BEY-01 joined transactions of several threads and other sessions receive each message of a queue once")
    void shouldShareWithOthers() throws Exception {
        int count = 240;
        for (int i = 0; i < count; i++) {
            send(in, "m" + i);
        }
        List<String> ordinary = new ArrayList<>();
        CompletableFuture<Void> others = onOtherThread(() -> {
            try (Session own = autoSession();
                    MessageConsumer consumer = own.createConsumer(in)) {
                for (Message next = consumer.receive(BRIEFLY_MILLIS);
                        next != null;
                        next = consumer.receive(BRIEFLY_MILLIS)) {
                    ordinary.add(text(next));
                }
            }
            return null;
        });
        List<CompletableFuture<List<String>>> threads = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            int number = thread;
            threads.add(onOtherThread(() -> receiveInTransactions(number)));
        }
        List<String> all = new ArrayList<>();
        for (CompletableFuture<List<String>> thread : threads) {
            all.addAll(result(thread));
        }
        result(others);
        all.addAll(ordinary);
        try (Session rest = autoSession();
                MessageConsumer consumer = rest.createConsumer(in)) {
            while (all.size() < count) {
                all.add(text(receive(consumer)));
            }
            assertNothing(consumer);
        }
        assertThat(all).hasSize(count).doesNotHaveDuplicates();
        awaitContent(in, 0, 0);
    }

    private List<String> receiveInTransactions(int thread) throws JMSException, SQLException {
        List<String> committed = new ArrayList<>();
        try (Connection own = jdbc();
                jakarta.jms.Connection others = factory.joiningTransactions(JdbcTransactionProvider.of(own))
                        .createConnection();
                Session joined = others.createSession();
                MessageConsumer consumer = joined.createConsumer(in)) {
            own.setAutoCommit(false);
            others.start();
            int received = 0;
            for (Message next = consumer.receive(BRIEFLY_MILLIS);
                    next != null;
                    next = consumer.receive(BRIEFLY_MILLIS)) {
                if ((++received + thread) % 5 == 0) {
                    own.rollback();
                } else {
                    own.commit();
                    committed.add(text(next));
                }
            }
        }
        return committed;
    }
}
