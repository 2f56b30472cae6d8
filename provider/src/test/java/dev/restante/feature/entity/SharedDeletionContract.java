package dev.restante.feature.entity;

import static dev.restante.JmsContract.eventually;
import static dev.restante.JmsContract.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.TopicOptions;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.api.JdbcTransactionProvider;
import dev.restante.feature.xa.BranchName;
import dev.restante.testing.SharedServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Messages that a node stores in a queue that another node has deleted, or deleted and created again. Each message is
 * stored in the current queue, or its sender gets an error.
 */
@Timeout(120)
abstract class SharedDeletionContract {

    private final SharedServer server;
    private final TwoNodes nodes;
    private Connection connection;
    private Session session;
    private Queue queue;

    SharedDeletionContract(SharedServer server) throws JMSException {
        this.server = server;
        nodes = new TwoNodes(server);
    }

    @BeforeEach
    void open() throws JMSException {
        nodes.create("q");
        connection = nodes.there.createConnection();
        connection.start();
        session = connection.createSession();
        queue = session.createQueue("q");
    }

    @AfterEach
    void close() throws JMSException {
        connection.close();
        nodes.close();
    }

    private static void assertDeleted(Throwable thrown) {
        assertThat(thrown).isInstanceOf(InvalidDestinationException.class);
        assertThat(((JMSException) thrown).getErrorCode()).isEqualTo("RESTANTE-ENTITY-NOT-FOUND");
    }

    @Test
    @DisplayName("SND-11 a send to a queue that another node has deleted fails, and a send to its successor succeeds")
    void shouldRefuseSends() throws JMSException {
        MessageProducer own = session.createProducer(queue);
        MessageProducer any = session.createProducer(null);
        own.send(session.createTextMessage("before"));
        nodes.delete("q");
        assertThatThrownBy(() -> own.send(session.createTextMessage("a"))).satisfies(e -> assertDeleted(e));
        assertThatThrownBy(() -> any.send(queue, session.createTextMessage("b")))
                .satisfies(e -> assertDeleted(e));
        nodes.create("q");
        own.send(session.createTextMessage("c"));
        nodes.remake("q");
        own.send(session.createTextMessage("d"));
        any.send(queue, session.createTextMessage("e"));
        assertThat(nodes.available("q")).isEqualTo(2);
        nodes.remake("q");
        any.send(queue, session.createTextMessage("f"));
        assertThat(nodes.available("q")).isEqualTo(1);
    }

    @Test
    @DisplayName("SND-11 a commit with a send to a queue that another node has deleted fails as a whole and tells why")
    void shouldRefuseCommits() throws JMSException {
        nodes.create("other");
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            send(transacted, queue, "before");
            transacted.commit();
            send(transacted, transacted.createQueue("other"), "a");
            send(transacted, queue, "b");
            nodes.delete("q");
            assertThatThrownBy(transacted::commit)
                    .isInstanceOf(TransactionRolledBackException.class)
                    .hasMessageContaining("deleted");
            assertThat(nodes.available("other")).isZero();
            nodes.create("q");
            send(transacted, queue, "c");
            transacted.commit();
            assertThat(nodes.available("q")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("SND-11 an asynchronous send to a queue that another node has deleted calls back with an exception")
    void shouldRefuseAsynchronousSends() throws Exception {
        MessageProducer producer = session.createProducer(queue);
        nodes.delete("q");
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        producer.send(session.createTextMessage("a"), new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                told.complete(new AssertionError("accepted"));
            }

            @Override
            public void onException(Message message, Exception exception) {
                told.complete(exception);
            }
        });
        assertDeleted(told.get(1, TimeUnit.MINUTES));
    }

    @Test
    @DisplayName("SND-05, SND-11 non-persistent sends to a queue that another node has deleted fail soon")
    void shouldRefuseNonPersistentSends() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        nodes.delete("q");
        eventually("the send to the deleted queue is rejected", () -> {
            try {
                producer.send(session.createTextMessage("a"));
                return false;
            } catch (InvalidDestinationException e) {
                return true;
            }
        });
        nodes.create("q");
        producer.send(session.createTextMessage("b"));
        eventually("the message is stored", () -> nodes.available("q") == 1);
    }

    @Test
    @DisplayName("SND-11 a branch with a send to a queue that another node has deleted cannot be prepared")
    void shouldRefuseBranches() throws Exception {
        try (RestanteXAConnectionFactory factory =
                new RestanteXAConnectionFactory(server.withNodeName(nodes.url, "there"))) {
            factory.setLingerDuration(Duration.ZERO);
            factory.setLeaseDuration(nodes.there.getLeaseDuration());
            factory.setAutoCreateQueues(false);
            try (XAConnection xa = factory.createXAConnection();
                    XASession xaSession = xa.createXASession()) {
                XAResource resource = xaSession.getXAResource();
                BranchName first = BranchName.of("first");
                resource.start(first, XAResource.TMNOFLAGS);
                send(xaSession, queue, "a");
                resource.end(first, XAResource.TMSUCCESS);
                nodes.remake("q");
                assertThatThrownBy(() -> resource.prepare(first)).isInstanceOf(XAException.class);
                BranchName second = BranchName.of("second");
                resource.start(second, XAResource.TMNOFLAGS);
                send(xaSession, queue, "b");
                resource.end(second, XAResource.TMSUCCESS);
                assertThat(resource.prepare(second)).isEqualTo(XAResource.XA_OK);
                assertThatThrownBy(() -> nodes.hereAdmin.deleteQueue("q")).isInstanceOf(JMSException.class);
                resource.commit(second, false);
                assertThat(nodes.available("q")).isEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName("SND-11, BEY-01 a joined send to a queue that another node has deleted fails")
    void shouldRefuseJoinedSends() throws Exception {
        try (java.sql.Connection jdbc = server.dataSource(nodes.url).getConnection();
                Connection joining = nodes.there
                        .joiningTransactions(JdbcTransactionProvider.of(jdbc))
                        .createConnection();
                Session joined = joining.createSession()) {
            jdbc.setAutoCommit(false);
            jdbc.setTransactionIsolation(java.sql.Connection.TRANSACTION_READ_COMMITTED);
            send(joined, queue, "before");
            jdbc.commit();
            nodes.delete("q");
            assertThatThrownBy(() -> send(joined, queue, "a")).satisfies(e -> assertDeleted(e));
            jdbc.rollback();
            nodes.create("q");
            send(joined, queue, "b");
            jdbc.commit();
            assertThat(nodes.available("q")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("SND-11 a reply to a temporary queue that its connection on another node has deleted fails")
    void shouldRefuseReplies() throws JMSException {
        try (Connection owner = nodes.here.createConnection();
                Session own = owner.createSession()) {
            TemporaryQueue replies = own.createTemporaryQueue();
            Queue named = session.createQueue(replies.getQueueName());
            send(session, named, "a");
            replies.delete();
            assertThatThrownBy(() -> send(session, named, "b")).satisfies(e -> assertDeleted(e));
        }
    }

    @Test
    @DisplayName("SND-11, FWD-01 a message to a queue that forwards goes to the current end of the chain")
    void shouldForwardToWhatIsThere() throws JMSException {
        nodes.create("f", QueueOptions.defaults().withForwardTo("q"));
        Queue forwarding = session.createQueue("f");
        send(session, forwarding, "a");
        nodes.remake("q");
        send(session, forwarding, "b");
        assertThat(nodes.available("q")).isEqualTo(1);
        nodes.remake("q");
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            send(transacted, forwarding, "c");
            transacted.commit();
        }
        assertThat(nodes.available("q")).isEqualTo(1);
        nodes.delete("q");
        send(session, forwarding, "d");
        assertThat(nodes.hereAdmin.statistics("f").available() + nodes.available(DeadLetterQueueNames.of("f")))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("SND-11, FWD-01 a message to a subscription that forwards goes to the current end of the chain")
    void shouldForwardFromSubscriptions() throws JMSException {
        nodes.hereAdmin.topics().create("t", TopicOptions.defaults());
        nodes.hereAdmin
                .topics()
                .createSubscription(
                        "t", null, "s", true, null, QueueOptions.defaults().withForwardTo("q"));
        try (MessageProducer producer = session.createProducer(session.createTopic("t"))) {
            producer.send(session.createTextMessage("a"));
            assertThat(nodes.available("q")).isEqualTo(1);
            nodes.remake("q");
            producer.send(session.createTextMessage("b"));
            assertThat(nodes.available("q")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("SND-11, FWD-02 if the configured target was deleted, a dead letter goes to its own dead-letter queue")
    void shouldDeadLetterElsewhere() throws JMSException {
        QueueOptions options = QueueOptions.defaults().withMaxDeliveryCount(1).withDeadLetterTo("q");
        nodes.create("w", options);
        Queue working = session.createQueue("w");
        deadLetter(working, "a");
        assertThat(nodes.available("q")).isEqualTo(1);
        nodes.delete("q");
        deadLetter(working, "b");
        eventually(
                "the dead letter is in the dead-letter queue of its own queue",
                () -> nodes.available(DeadLetterQueueNames.of("w")) == 1);
        nodes.create("q");
        deadLetter(working, "c");
        eventually("the dead letter is in the configured target", () -> nodes.available("q") == 1);
    }

    private void deadLetter(Queue from, String text) throws JMSException {
        send(session, from, text);
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = transacted.createConsumer(from)) {
            assertThat(consumer.receive(10_000)).isNotNull();
            transacted.rollback();
        }
    }

    @Test
    @DisplayName("SND-11 each message that is accepted during deletions of empty queues is found")
    void shouldLoseNothing() throws Exception {
        nodes.delete("q");
        new DeletionStress(nodes.here, nodes.there).run(40);
    }
}
