package dev.restante.feature.entity;

import static dev.restante.JmsContract.receive;
import static dev.restante.JmsContract.send;
import static dev.restante.JmsContract.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.TopicOptions;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names of queues on a node that has not yet heard of deletions and creations by another node. */
@Timeout(120)
abstract class SharedNamesContract {

    private static final MessageFilter ALL = MessageFilter.all();

    private final TwoNodes nodes;
    private Connection hereConnection;
    private Connection connection;
    private Session hereSession;
    private Session session;
    private Queue queue;

    SharedNamesContract(SharedServer server) throws JMSException {
        nodes = new TwoNodes(server);
    }

    @BeforeEach
    void open() throws JMSException {
        nodes.create("q");
        nodes.create("other");
        hereConnection = nodes.here.createConnection();
        connection = nodes.there.createConnection();
        connection.start();
        hereSession = hereConnection.createSession();
        session = connection.createSession();
        queue = session.createQueue("q");
        session.createProducer(queue).close();
        session.createProducer(session.createQueue("other")).close();
    }

    @AfterEach
    void close() throws JMSException {
        hereConnection.close();
        connection.close();
        nodes.close();
    }

    private static void assertUnknown(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @DisplayName("PRD-01, RCV-01, BRW-01 a queue that another node has deleted can be neither opened nor administered")
    void shouldRefuseWhatIsDeleted() throws JMSException {
        nodes.delete("q");
        assertUnknown(() -> session.createProducer(queue));
        assertUnknown(() -> session.createConsumer(queue));
        assertUnknown(() -> session.createBrowser(queue).getEnumeration());
        assertUnknown(() -> nodes.thereAdmin.queue("q"));
        assertUnknown(() -> nodes.thereAdmin.options("q"));
        assertUnknown(() -> nodes.thereAdmin.statistics("q"));
        assertUnknown(() -> nodes.thereAdmin.alterQueue("q", QueueOptions.defaults()));
        assertUnknown(() -> nodes.thereAdmin.pause("q"));
        assertUnknown(() -> nodes.thereAdmin.messages("q").peek(ALL, PageRequest.first(10)));
        assertUnknown(() -> nodes.thereAdmin.messages("q").get(1));
        assertUnknown(() -> nodes.thereAdmin.messages("q").purge(ALL));
        assertUnknown(() -> nodes.thereAdmin
                .messages(DeadLetterQueueNames.of("other"))
                .redrive(RedriveOptions.all().withTarget("q")));
        assertThat(nodes.thereAdmin.deleteQueue("q")).isFalse();
    }

    @Test
    @DisplayName("PRD-01 the first use creates a queue that another node has deleted, if the factory allows this")
    void shouldCreateAnew() throws JMSException {
        try (RestanteConnectionFactory factory = nodes.creating();
                Connection creating = factory.createConnection()) {
            creating.start();
            Session own = creating.createSession();
            nodes.delete("q");
            try (MessageConsumer consumer = own.createConsumer(queue)) {
                send(own, queue, "m");
                assertThat(text(receive(consumer))).isEqualTo("m");
            }
        }
    }

    @Test
    @DisplayName(
            "PRD-01, RCV-01, BRW-01 a node opens the new queue after another node has deleted and created it again")
    void shouldOpenTheNewOne() throws JMSException {
        nodes.remake("q");
        send(hereSession, queue, "a");
        try (QueueBrowser browser = session.createBrowser(queue)) {
            assertThat(browser.getEnumeration().hasMoreElements()).isTrue();
        }
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
        nodes.remake("q");
        session.createProducer(queue).send(session.createTextMessage("b"));
        assertThat(nodes.hereAdmin.statistics("q").available()).isEqualTo(1);
    }

    @Test
    @DisplayName("DEST-01 a queue that another node has created with exactly the given name has precedence")
    void shouldPreferQueuesOfOtherNodes() throws JMSException {
        Queue named = session.createQueue("q?consumer.prefetchSize=1");
        nodes.create("q?consumer.prefetchSize=1");
        send(session, named, "a");
        try (MessageConsumer consumer = session.createConsumer(named)) {
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
        Queue rejected = session.createQueue("q?consumer.exclusive=true");
        nodes.create("q?consumer.exclusive=true");
        session.createProducer(null).send(rejected, session.createTextMessage("b"));
        assertThat(nodes.available("q?consumer.exclusive=true")).isEqualTo(1);
        assertThat(nodes.available("q")).isZero();
    }

    @Test
    @DisplayName("BEY-04 a node administers the new queue after another node has deleted and created it again")
    void shouldAdministerTheNewOne() throws JMSException {
        nodes.remake("q");
        send(hereSession, queue, "a", "b");
        assertThat(nodes.thereAdmin.statistics("q").available()).isEqualTo(2);
        assertThat(nodes.thereAdmin
                        .messages("q")
                        .peek(ALL, PageRequest.first(10))
                        .messages())
                .hasSize(2);
        nodes.remake("q");
        QueueOptions altered = QueueOptions.defaults().withMaxDeliveryCount(3);
        nodes.thereAdmin.alterQueue("q", altered);
        assertThat(nodes.hereAdmin.options("q").maxDeliveryCount()).isEqualTo(3);
        nodes.remake("q");
        send(hereSession, queue, "c");
        assertThat(nodes.thereAdmin.messages("q").purge(ALL).processed()).isEqualTo(1);
        nodes.remake("q");
        assertThat(nodes.thereAdmin.deleteQueue("q")).isTrue();
        assertUnknown(() -> nodes.hereAdmin.queue("q"));
    }

    @Test
    @DisplayName("BEY-04 a node administers the new topic after another node has deleted and created it again")
    void shouldAdministerTheNewTopic() throws JMSException {
        nodes.hereAdmin.topics().create("t", TopicOptions.defaults());
        assertThat(nodes.thereAdmin.topics().topic("t").name()).isEqualTo("t");
        nodes.hereAdmin.topics().delete("t", true);
        assertUnknown(() -> nodes.thereAdmin.topics().topic("t"));
        nodes.hereAdmin.topics().create("t", TopicOptions.defaults());
        assertThat(nodes.thereAdmin.topics().topic("t").name()).isEqualTo("t");
        assertThat(nodes.thereAdmin.topics().delete("t", false)).isTrue();
    }
}
