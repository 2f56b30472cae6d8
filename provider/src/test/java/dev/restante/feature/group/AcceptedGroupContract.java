package dev.restante.feature.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("accepted message groups")
public abstract class AcceptedGroupContract extends JmsContract {

    private static final Duration PAST_THE_LOCK = Duration.ofSeconds(31);

    @BeforeEach
    final void create() throws JMSException {
        try (Session session = connection.createSession()) {
            place().open(session, "grouped");
        }
    }

    /** {@return the kind of entity whose groups this contract tests} */
    GroupPlace place() {
        return GroupPlace.QUEUE;
    }

    /** Sends messages by name. The name "a1" is the first message of group "a". */
    private void send(String... names) throws JMSException {
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(place().destination(session, "grouped"))) {
            for (String name : names) {
                producer.send(grouped(session, name));
            }
        }
    }

    private Session session() throws JMSException {
        return connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    private RestanteMessageGroup accept(Session session, String id) throws JMSException {
        return place().accept(session, "grouped", id);
    }

    /** Accepts a group. Retries while a message whose lock expired is not yet available again. */
    private RestanteMessageGroup acceptWhenBack(Session session, String id) {
        AtomicReference<RestanteMessageGroup> accepted = new AtomicReference<>();
        eventually("no session has the group", () -> {
            try {
                accepted.set(accept(session, id));
                return true;
            } catch (JMSException locked) {
                assertThat(locked.getErrorCode()).isEqualTo("RESTANTE-GROUP-LOCKED");
                return false;
            }
        });
        return accepted.get();
    }

    private Optional<RestanteMessageGroup> acceptAny(Session session) throws JMSException {
        return place().acceptAny(session, "grouped", PATIENCE_MILLIS);
    }

    private static List<String> names(MessageConsumer consumer) throws JMSException {
        List<String> names = new ArrayList<>();
        for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
            names.add(text(next));
            PeekLock.of(next).complete();
        }
        return names;
    }

    private static void assertCode(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                        .isEqualTo(code));
    }

    private static void assertLocked(ThrowingCallable call) {
        assertCode(call, "RESTANTE-GROUP-LOCKED");
    }

    private static void assertLost(ThrowingCallable call) {
        assertCode(call, "RESTANTE-GROUP-LOST");
    }

    @Test
    @DisplayName(
            "GRP-04, GRP-02 only the session that accepted a group receives its messages, until it closes the group")
    void shouldKeepAGroup() throws JMSException {
        try (Session ours = session();
                Session theirs = session();
                MessageConsumer all = place().consumer(theirs, "grouped")) {
            RestanteMessageGroup a = accept(ours, "a");
            assertThat(a.id()).isEqualTo("a");
            send("a1", "b1", "a2");
            assertThat(names(all)).containsExactly("b1");
            assertLocked(() -> accept(theirs, "a"));
            assertThat(names(a.consumer())).containsExactly("a1", "a2");
            send("a3");
            assertThat(names(all)).isEmpty();
            a.close();
            assertThat(text(receive(all))).isEqualTo("a3");
        }
    }

    @Test
    @DisplayName("GRP-04 a group with an in-flight message cannot be accepted until the message is settled")
    void shouldRefuseAGroupInFlight() throws JMSException {
        send("a1", "a2");
        try (Session ours = session();
                Session theirs = session();
                MessageConsumer all = place().consumer(theirs, "grouped")) {
            Message a1 = receive(all);
            assertLocked(() -> accept(ours, "a"));
            PeekLock.of(a1).complete();
            try (RestanteMessageGroup a = accept(ours, "a")) {
                assertThat(names(a.consumer())).containsExactly("a2");
            }
        }
    }

    @Test
    @DisplayName("GRP-04 accepting any group picks the first message whose group is free, and counts no delivery")
    void shouldAcceptAnyGroup() throws JMSException {
        send("a1", "b1", "a2", "b2");
        try (Session one = session();
                Session two = session();
                Session three = session()) {
            RestanteMessageGroup a = acceptAny(one).orElseThrow();
            RestanteMessageGroup b = place().acceptAnyNow(two, "grouped").orElseThrow();
            assertThat(a.id()).isEqualTo("a");
            assertThat(b.id()).isEqualTo("b");
            assertThat(place().acceptAnyNow(three, "grouped")).isEmpty();
            Message a1 = receive(a.consumer());
            assertThat(text(a1)).isEqualTo("a1");
            assertThat(a1.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            assertThat(a1.getJMSRedelivered()).isFalse();
            assertThat(names(b.consumer())).containsExactly("b1", "b2");
        }
    }

    @Test
    @DisplayName("GRP-04 accepting any group waits for the first message of an unassigned group")
    void shouldWaitForAnyGroup() throws Exception {
        try (Session ours = session();
                Session theirs = session()) {
            accept(theirs, "a");
            CompletableFuture<Optional<RestanteMessageGroup>> accepted =
                    onOtherThread(() -> place().acceptAny(ours, "grouped", 0));
            send("a1", "b1");
            assertThat(accepted.get(30, TimeUnit.SECONDS).orElseThrow().id()).isEqualTo("b");
        }
    }

    @Test
    @DisplayName("GRP-02 a session keeps a closed group until it settles the received messages of the group")
    void shouldKeepTheGroupOfWhatIsInFlight() throws JMSException {
        send("a1", "a2");
        try (Session ours = session();
                Session theirs = session()) {
            RestanteMessageGroup a = accept(ours, "a");
            Message a1 = receive(a.consumer());
            a.close();
            assertLocked(() -> accept(theirs, "a"));
            PeekLock.of(a1).complete();
            assertThat(names(accept(theirs, "a").consumer())).containsExactly("a2");
        }
    }

    @Test
    @DisplayName("GRP-02 a session that closes releases its accepted groups")
    void shouldEndWithTheSession() throws JMSException {
        Session ours = session();
        RestanteMessageGroup a = accept(ours, "a");
        ours.close();
        try (Session theirs = session();
                RestanteMessageGroup again = accept(theirs, "a")) {
            assertThat(again.id()).isEqualTo("a");
        }
        assertCode(a::renew, "RESTANTE-CLOSED");
    }

    @Test
    @DisplayName(
            "GRP-02 a group lock can be renewed, and when it expires, the group is free and its session gets an error")
    void shouldEndWithItsLock() throws JMSException {
        send("a1", "a2");
        try (Session ours = session();
                Session theirs = session()) {
            RestanteMessageGroup a = accept(ours, "a");
            assertThat(a.lockedUntil())
                    .isAfter(Instant.ofEpochMilli(time.storeMillis()).plusSeconds(20));
            time.jump(Duration.ofSeconds(20));
            a.renew();
            time.jump(Duration.ofSeconds(20));
            assertThat(text(receive(a.consumer()))).isEqualTo("a1");
            time.jump(Duration.ofSeconds(20));
            assertLocked(() -> accept(theirs, "a"));
            time.jump(PAST_THE_LOCK);
            assertLost(a::renew);
            assertLost(() -> a.consumer().receiveNoWait());
            assertLost(() -> a.setState(new byte[] {1}));
            try (MessageConsumer all = place().consumer(theirs, "grouped")) {
                assertThat(text(receive(all))).isEqualTo("a1");
            }
            a.close();
        }
    }

    @Test
    @DisplayName("GRP-02 a group lock does not expire while a receive waits or a listener is set")
    void shouldNotRunOutWhileInUse() throws Exception {
        try (Session ours = session();
                Session ourOther = session();
                Session theirs = session()) {
            RestanteMessageGroup a = accept(ours, "a");
            RestanteMessageGroup b = accept(ourOther, "b");
            LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
            b.consumer().setMessageListener(message -> {
                try {
                    heard.add(text(message));
                    PeekLock.of(message).complete();
                } catch (JMSException e) {
                    heard.add(e.toString());
                }
            });
            CompletableFuture<Message> waiting =
                    waitingOnOtherThread(() -> a.consumer().receive(30_000));
            send("b1");
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("b1");
            for (int i = 0; i < 5; i++) {
                time.jump(PAST_THE_LOCK);
            }
            send("b2", "a1");
            assertThat(text(waiting.get(30, TimeUnit.SECONDS))).isEqualTo("a1");
            assertLocked(() -> accept(theirs, "b"));
            b.consumer().setMessageListener(null);
            time.jump(PAST_THE_LOCK);
            assertLost(b::renew);
        }
    }

    @Test
    @DisplayName(
            "GRP-03 the state of a group outlives sessions and restarts, until it is cleared or the entity is deleted")
    void shouldKeepTheState() throws JMSException, SQLException {
        try (Session ours = session();
                RestanteMessageGroup a = accept(ours, "a");
                RestanteMessageGroup b = accept(ours, "b")) {
            assertThat(a.state()).isEmpty();
            a.setState("half done".getBytes(UTF_8));
            b.setState("b".getBytes(UTF_8));
            assertThat(a.state()).contains("half done".getBytes(UTF_8));
        }
        reopen();
        try (Session theirs = session();
                RestanteMessageGroup a = accept(theirs, "a")) {
            // The first restart of an in-memory store creates a new store on disk.
            a.setState("half done".getBytes(UTF_8));
        }
        reopen();
        try (Session theirs = session();
                RestanteMessageGroup a = accept(theirs, "a");
                RestanteMessageGroup b = accept(theirs, "b")) {
            assertThat(a.state()).contains("half done".getBytes(UTF_8));
            b.setState("b".getBytes(UTF_8));
            a.setState(null);
            assertThat(a.state()).isEmpty();
        }
        assertThat(stored("COUNT(*) FROM restante_message_group")).isEqualTo(1);
        try (RestanteAdmin admin = factory.admin()) {
            place().delete(admin, "grouped");
        }
        assertThat(stored("COUNT(*) FROM restante_message_group")).isZero();
    }

    @Test
    @DisplayName("GRP-03 in a transaction, the group state changes together with received messages, or not at all")
    void shouldTakePartInTheTransaction() throws JMSException {
        send("a1", "a2");
        try (Session ours = connection.createSession(Session.SESSION_TRANSACTED);
                RestanteMessageGroup a = accept(ours, "a")) {
            assertThat(text(receive(a.consumer()))).isEqualTo("a1");
            a.setState("after a1".getBytes(UTF_8));
            assertThat(a.state()).contains("after a1".getBytes(UTF_8));
            ours.rollback();
            assertThat(a.state()).isEmpty();
            assertThat(text(receive(a.consumer()))).isEqualTo("a1");
            a.setState("once more".getBytes(UTF_8));
            ours.commit();
            assertThat(a.state()).contains("once more".getBytes(UTF_8));
            a.setState("alone".getBytes(UTF_8));
            ours.commit();
            assertThat(a.state()).contains("alone".getBytes(UTF_8));
        }
    }

    @Test
    @DisplayName("GRP-03 a transaction that changed the group state rolls back if the group was lost before the commit")
    void shouldRollBackWithoutTheGroup() throws JMSException {
        send("a1");
        try (Session ours = connection.createSession(Session.SESSION_TRANSACTED);
                Session theirs = session()) {
            RestanteMessageGroup a = accept(ours, "a");
            assertThat(text(receive(a.consumer()))).isEqualTo("a1");
            a.setState("mine".getBytes(UTF_8));
            time.jump(PAST_THE_LOCK);
            assertLost(a::renew);
            assertCode(ours::commit, "RESTANTE-ROLLED-BACK");
            try (RestanteMessageGroup again = acceptWhenBack(theirs, "a")) {
                assertThat(again.state()).isEmpty();
                assertThat(names(again.consumer())).containsExactly("a1");
            }
        }
    }

    @Test
    @DisplayName(
            "GRP-04, VIS-01 with a lock duration of zero, a session keeps an accepted group until it closes the group")
    void shouldNotRunOutWithoutALockDuration() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            place().alter(admin, "grouped", QueueOptions.defaults().withLockDuration(Duration.ZERO));
        }
        send("a1", "a2");
        try (Session ours = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                Session theirs = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            try (RestanteMessageGroup a = acceptAny(ours).orElseThrow()) {
                assertThat(a.lockedUntil()).isEqualTo(Instant.MAX);
                time.jump(Duration.ofHours(1));
                assertLocked(() -> accept(theirs, "a"));
                assertThat(text(receive(a.consumer()))).isEqualTo("a1");
            }
            try (RestanteMessageGroup again = acceptAny(theirs).orElseThrow()) {
                assertThat(text(receive(again.consumer()))).isEqualTo("a1");
            }
        }
    }

    @Test
    @DisplayName("GRP-04 a JMSContext accepts groups, too")
    void shouldServeAContext() throws JMSException {
        assumeThat(place()).isEqualTo(GroupPlace.QUEUE);
        send("a1");
        try (JMSContext context = factory.createContext();
                RestanteMessageGroup a = RestanteSession.of(context)
                        .acceptAnyGroup(queue("grouped"), 10_000)
                        .orElseThrow()) {
            assertThat(text(receive(a.consumer()))).isEqualTo("a1");
        }
    }

    @Test
    @DisplayName("GRP-04 invalid arguments are rejected")
    void shouldRefuseBadArguments() throws JMSException {
        try (Session session = session()) {
            assertThatThrownBy(() -> accept(session, ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("group id is empty");
            assertThatThrownBy(() -> place().acceptAny(session, "grouped", -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("-1 ms is negative");
            RestanteMessageGroup odd = accept(session, "it's");
            assertThat(odd.id()).isEqualTo("it's");
            assertCode(() -> odd.setState(new byte[(1 << 28) + 1]), "RESTANTE-INVALID-ARGUMENT");
        }
    }
}
