package dev.restante.feature.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteGroup;
import dev.restante.RestanteMessagingModes;
import dev.restante.RestanteSession;
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

@DisplayName("message groups that a session has accepted")
public abstract class AcceptedGroupContract extends JmsContract {

    private static final Duration PAST_THE_LOCK = Duration.ofSeconds(31);

    @BeforeEach
    final void create() throws JMSException {
        try (Session session = connection.createSession()) {
            place().open(session, "grouped");
        }
    }

    /** The kind of what has the groups. */
    GroupPlace place() {
        return GroupPlace.QUEUE;
    }

    /** A name such as "a1" is the first message of group "a". */
    private void send(String... names) throws JMSException {
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(place().destination(session, "grouped"))) {
            for (String name : names) {
                producer.send(grouped(session, name));
            }
        }
    }

    private Session session() throws JMSException {
        return connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    private RestanteGroup accept(Session session, String id) throws JMSException {
        return place().accept(session, "grouped", id);
    }

    /** A message whose lock ran out is on its way back for a moment. */
    private RestanteGroup acceptWhenBack(Session session, String id) {
        AtomicReference<RestanteGroup> accepted = new AtomicReference<>();
        eventually("nobody has the group", () -> {
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

    private Optional<RestanteGroup> acceptAny(Session session) throws JMSException {
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
            "GRP-04, GRP-02 whoever has accepted a group gets its messages in order, and nobody else any, until it is closed")
    void shouldKeepAGroup() throws JMSException {
        try (Session ours = session();
                Session theirs = session();
                MessageConsumer all = place().consumer(theirs, "grouped")) {
            RestanteGroup a = accept(ours, "a");
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
    @DisplayName("GRP-04 a group of which somebody has messages can't be accepted before he has settled them")
    void shouldRefuseAGroupInFlight() throws JMSException {
        send("a1", "a2");
        try (Session ours = session();
                Session theirs = session();
                MessageConsumer all = place().consumer(theirs, "grouped")) {
            Message a1 = receive(all);
            assertLocked(() -> accept(ours, "a"));
            PeekLock.of(a1).complete();
            try (RestanteGroup a = accept(ours, "a")) {
                assertThat(names(a.consumer())).containsExactly("a2");
            }
        }
    }

    @Test
    @DisplayName(
            "GRP-04 any free group is that of the first message whose group nobody has; finding it counts no delivery")
    void shouldAcceptAnyGroup() throws JMSException {
        send("a1", "b1", "a2", "b2");
        try (Session one = session();
                Session two = session();
                Session three = session()) {
            RestanteGroup a = acceptAny(one).orElseThrow();
            RestanteGroup b = place().acceptAnyNow(two, "grouped").orElseThrow();
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
    @DisplayName("GRP-04 whoever wants any group waits for the first message of one that is free")
    void shouldWaitForAnyGroup() throws Exception {
        try (Session ours = session();
                Session theirs = session()) {
            accept(theirs, "a");
            CompletableFuture<Optional<RestanteGroup>> accepted =
                    onOtherThread(() -> place().acceptAny(ours, "grouped", 0));
            send("a1", "b1");
            assertThat(accepted.get(30, TimeUnit.SECONDS).orElseThrow().id()).isEqualTo("b");
        }
    }

    @Test
    @DisplayName("GRP-02 what was received of a closed group stays with its session, and keeps the group")
    void shouldKeepTheGroupOfWhatIsInFlight() throws JMSException {
        send("a1", "a2");
        try (Session ours = session();
                Session theirs = session()) {
            RestanteGroup a = accept(ours, "a");
            Message a1 = receive(a.consumer());
            a.close();
            assertLocked(() -> accept(theirs, "a"));
            PeekLock.of(a1).complete();
            assertThat(names(accept(theirs, "a").consumer())).containsExactly("a2");
        }
    }

    @Test
    @DisplayName("GRP-02 a session gives its groups up when it closes")
    void shouldEndWithTheSession() throws JMSException {
        Session ours = session();
        RestanteGroup a = accept(ours, "a");
        ours.close();
        try (Session theirs = session();
                RestanteGroup again = accept(theirs, "a")) {
            assertThat(again.id()).isEqualTo("a");
        }
        assertCode(a::renew, "RESTANTE-CLOSED");
    }

    @Test
    @DisplayName(
            "GRP-02 the lock of a group can be renewed; when it runs out the group moves on, and its former holder is told")
    void shouldEndWithItsLock() throws JMSException {
        send("a1", "a2");
        try (Session ours = session();
                Session theirs = session()) {
            RestanteGroup a = accept(ours, "a");
            assertThat(a.lockedUntil())
                    .isAfter(Instant.ofEpochMilli(time.millis()).plusSeconds(20));
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
    @DisplayName("GRP-02 the lock does not run out while a receive waits or a listener is set")
    void shouldNotRunOutWhileInUse() throws Exception {
        try (Session ours = session();
                Session ourOther = session();
                Session theirs = session()) {
            RestanteGroup a = accept(ours, "a");
            RestanteGroup b = accept(ourOther, "b");
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
            "GRP-03 the state of a group is kept with it, whoever has it, also over a restart, until it is cleared or what has the group is deleted")
    void shouldKeepTheState() throws JMSException, SQLException {
        try (Session ours = session();
                RestanteGroup a = accept(ours, "a");
                RestanteGroup b = accept(ours, "b")) {
            assertThat(a.state()).isEmpty();
            a.setState("half done".getBytes(UTF_8));
            b.setState("b".getBytes(UTF_8));
            assertThat(a.state()).contains("half done".getBytes(UTF_8));
        }
        reopen();
        try (Session theirs = session();
                RestanteGroup a = accept(theirs, "a")) {
            // The first restart of a store in memory begins a new one on disk.
            a.setState("half done".getBytes(UTF_8));
        }
        reopen();
        try (Session theirs = session();
                RestanteGroup a = accept(theirs, "a");
                RestanteGroup b = accept(theirs, "b")) {
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
    @DisplayName("GRP-03 in a transaction the state changes with what is received and sent, or not at all")
    void shouldTakePartInTheTransaction() throws JMSException {
        send("a1", "a2");
        try (Session ours = connection.createSession(Session.SESSION_TRANSACTED);
                RestanteGroup a = accept(ours, "a")) {
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
    @DisplayName("GRP-03 a transaction that has written the state rolls back if the group was lost meanwhile")
    void shouldRollBackWithoutTheGroup() throws JMSException {
        send("a1");
        try (Session ours = connection.createSession(Session.SESSION_TRANSACTED);
                Session theirs = session()) {
            RestanteGroup a = accept(ours, "a");
            assertThat(text(receive(a.consumer()))).isEqualTo("a1");
            a.setState("mine".getBytes(UTF_8));
            time.jump(PAST_THE_LOCK);
            assertLost(a::renew);
            assertCode(ours::commit, "RESTANTE-ROLLED-BACK");
            try (RestanteGroup again = acceptWhenBack(theirs, "a")) {
                assertThat(again.state()).isEmpty();
                assertThat(names(again.consumer())).containsExactly("a1");
            }
        }
    }

    @Test
    @DisplayName(
            "GRP-04, VIS-01 a lock duration of zero, with which messages are visible at once, keeps a group until it is closed")
    void shouldNotRunOutWithoutALockDuration() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            place().alter(admin, "grouped", QueueOptions.defaults().withLockDuration(Duration.ZERO));
        }
        send("a1", "a2");
        try (Session ours = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                Session theirs = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            try (RestanteGroup a = acceptAny(ours).orElseThrow()) {
                assertThat(a.lockedUntil()).isEqualTo(Instant.MAX);
                time.jump(Duration.ofHours(1));
                assertLocked(() -> accept(theirs, "a"));
                assertThat(text(receive(a.consumer()))).isEqualTo("a1");
            }
            try (RestanteGroup again = acceptAny(theirs).orElseThrow()) {
                assertThat(text(receive(again.consumer()))).isEqualTo("a1");
            }
        }
    }

    @Test
    @DisplayName("GRP-04 a context accepts groups, too")
    void shouldServeAContext() throws JMSException {
        assumeThat(place()).isEqualTo(GroupPlace.QUEUE);
        send("a1");
        try (JMSContext context = factory.createContext();
                RestanteGroup a = RestanteSession.of(context)
                        .acceptAnyGroup(queue("grouped"), 10_000)
                        .orElseThrow()) {
            assertThat(text(receive(a.consumer()))).isEqualTo("a1");
        }
    }

    @Test
    @DisplayName("GRP-04 bad arguments are refused")
    void shouldRefuseBadArguments() throws JMSException {
        try (Session session = session()) {
            assertThatThrownBy(() -> accept(session, ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("group id is empty");
            assertThatThrownBy(() -> place().acceptAny(session, "grouped", -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("-1 ms is negative");
            RestanteGroup odd = accept(session, "it's");
            assertThat(odd.id()).isEqualTo("it's");
            assertCode(() -> odd.setState(new byte[(1 << 28) + 1]), "RESTANTE-INVALID-ARGUMENT");
        }
    }
}
