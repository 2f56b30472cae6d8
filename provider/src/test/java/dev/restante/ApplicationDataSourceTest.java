package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a data source that may belong to a transaction manager")
final class ApplicationDataSourceTest {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final Thread caller = Thread.currentThread();
    private final List<String> callsOfCaller = new CopyOnWriteArrayList<>();
    private final JDBCDataSource database = new JDBCDataSource();
    private RestanteConnectionFactory factory;

    @BeforeEach
    void prepare() throws SQLException {
        database.setUrl("jdbc:hsqldb:mem:givenDataSource" + DATABASES.incrementAndGet());
        database.setUser("SA");
        try (java.sql.Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET DATABASE TRANSACTION CONTROL MVCC");
            statement.execute("SET FILES WRITE DELAY FALSE");
            statement.execute("SET FILES LOG SIZE 0");
        }
        factory = new RestanteConnectionFactory(watched(database, DataSource.class));
    }

    @AfterEach
    void close() throws Exception {
        factory.close();
        try (java.sql.Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }

    /** Returns a proxy that records the calls from the thread of the test, including calls of connections. */
    private <T> T watched(T target, Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (Thread.currentThread() == caller && method.getDeclaringClass() != Object.class) {
                        callsOfCaller.add(method.getName());
                    }
                    try {
                        Object result = method.invoke(target, arguments);
                        return result instanceof java.sql.Connection connection
                                ? watched(connection, java.sql.Connection.class)
                                : result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    @Test
    @DisplayName("no thread of the application uses the data source, because the thread may be in a transaction")
    void shouldKeepToItsOwnThreads() throws JMSException {
        try (Connection connection = factory.createConnection("SA", "");
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                RestanteAdmin admin = factory.admin()) {
            connection.start();
            Queue queue = session.createQueue("q");
            Topic topic = session.createTopic("t");
            session.createConsumer(topic);
            session.createProducer(queue).send(session.createTextMessage("a"));
            session.createProducer(topic).send(session.createTextMessage("b"));
            session.commit();
            try (QueueBrowser browser = session.createBrowser(queue)) {
                assertThat(browser.getEnumeration().hasMoreElements()).isTrue();
            }
            TextMessage received = (TextMessage) session.createConsumer(queue).receive(10_000);
            session.commit();
            assertThat(received.getText()).isEqualTo("a");
            TemporaryQueue temporary = session.createTemporaryQueue();
            temporary.delete();
            assertThat(admin.queues()).isNotEmpty();
        }
        factory.close();
        assertThat(callsOfCaller).isEmpty();
    }

    @Test
    @DisplayName("the thread of the application still gets errors of the data source, and keeps an interrupt")
    void shouldPassOnWhatIsThrown() {
        caller.interrupt();
        try {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> factory.createConnection("SA", "wrong"))
                    .withMessageContaining("rejects user");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
