package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import dev.restante.option.LateSettlement;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Message groups with selectors, in-flight limits, other session modes and administration, and under load. */
@DisplayName("message groups with other features")
public abstract class GroupFeaturesContract extends GroupFixture {

    @Test
    @DisplayName("VIS-07 consumers with selectors also receive a group in order and exclusively")
    void shouldCombineWithSelectors() throws JMSException {
        assumeConsumersHaveSelectors();
        try (Taker as = new Taker(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, "JMSXGroupID = 'a'");
                Taker all = taker();
                Taker alsoAs = new Taker(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, "JMSXGroupID = 'a'")) {
            send("a1", "b1", "a2", "a3");
            Message a1 = as.one("a1");
            assertThat(all.names()).containsExactly("b1");
            assertNothing(alsoAs.consumer);
            Message a2 = as.one("a2");
            PeekLock.of(a1).complete();
            PeekLock.of(a2).abandon();
            Message again = alsoAs.one("a2");
            assertNothing(all.consumer);
            assertNothing(as.consumer);
            PeekLock.of(again).abandon(Map.of(), Duration.ofMinutes(1));
            assertNothing(as.consumer);
            time.jump(Duration.ofSeconds(61));
            as.one("a2");
            as.one("a3");
        }
    }

    @Test
    @DisplayName("VIS-07 a message that is settled on delivery frees its group for other sessions")
    void shouldGoOnAfterReceiveAndDelete() throws JMSException {
        send("a1", "a2", "a3");
        try (Taker deleting = new Taker(RestanteSessionModes.RECEIVE_AND_DELETE, null);
                Taker other = taker()) {
            deleting.one("a1");
            other.one("a2");
            assertNothing(deleting.consumer);
            assertThat(other.names()).containsExactly("a3");
        }
    }

    @Test
    @DisplayName(
            "VIS-09, VIS-07 while a repeated receive has a message of a group, other sessions get no message of it")
    void shouldKeepTheGroupOfARepeatedReceive() throws JMSException {
        send("a1", "a2");
        ReceiveOptions attempt = ReceiveOptions.defaults().withAttemptId("attempt");
        try (Taker first = taker();
                Taker second = taker();
                Taker third = taker()) {
            Message lost = RestanteConsumer.of(first.consumer).receive(attempt, PATIENCE_MILLIS);
            assertThat(text(lost)).isEqualTo("a1");
            Message again = RestanteConsumer.of(second.consumer).receive(attempt, PATIENCE_MILLIS);
            assertThat(text(again)).isEqualTo("a1");
            assertNothing(first.consumer);
            assertNothing(third.consumer);
            PeekLock.of(again).complete();
            third.one("a2");
        }
    }

    @Test
    @DisplayName("VIS-06 if groups are required, a receive without waiting returns nothing at the in-flight limit")
    void shouldGiveNothingAtTheQuota() throws JMSException {
        alter(QueueOptions.defaults().withGroupsRequired(true).withMaxInFlight(1));
        send("a1", "b1");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");
            assertNothing(second.consumer);
            PeekLock.of(a1).complete();
            second.one("b1");
        }
    }

    @Test
    @DisplayName("VIS-08 if groups are required, a late settlement fails")
    void shouldRefuseLateSettlement() throws JMSException {
        alter(QueueOptions.defaults().withGroupsRequired(true).withLateSettlement(LateSettlement.ALLOW_IF_UNCLAIMED));
        send("a1");
        try (Taker taker = taker()) {
            PeekLock late = PeekLock.of(taker.one("a1"));
            time.jump(LOCK.plusSeconds(1));
            assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(late::complete);
        }
    }

    @Test
    @DisplayName(
            "BEY-04, VIS-07 breaking a lock returns a group in order, and purging a blocking message frees the group")
    void shouldFollowTheAdministrator() throws JMSException {
        send("a1", "a2");
        try (Taker first = taker();
                Taker second = taker();
                RestanteAdmin admin = factory.admin()) {
            PeekLock a1 = PeekLock.of(first.one("a1"));
            PeekLock a2 = PeekLock.of(first.one("a2"));
            place().messages(admin, name).breakLock(a1.sequenceNumber(), Duration.ofSeconds(10));
            assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(a2::complete);
            PeekLock.of(second.one("a1")).abandon(Map.of(), Duration.ofMinutes(1));
            assertNothing(second.consumer);
            place().messages(admin, name).purge(MessageFilter.all().withStates(MessageState.SCHEDULED));
            second.one("a2");
        }
    }

    @Test
    @DisplayName("VIS-07 non-persistent messages of a group are received in order by one session at a time")
    void shouldKeepNonPersistentInOrder() throws JMSException {
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1", "a2", "b1");
            eventually("all messages are stored", () -> stored("COUNT(*) FROM restante_delivery") == 3);
            Message a1 = first.one("a1");
            assertThat(second.names()).containsExactly("b1");
            PeekLock.of(a1).abandon();
            assertThat(second.names()).containsExactly("a1", "a2");
        }
    }

    @Test
    @DisplayName("VIS-07 a long group with a slow consumer does not block other messages")
    void shouldNotWaitForASlowGroup() throws JMSException {
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer many = transacted.createProducer(place().destination(transacted, name))) {
            for (int i = 0; i < 3_000; i++) {
                TextMessage slow = transacted.createTextMessage("s" + i);
                slow.setStringProperty("JMSXGroupID", "s");
                many.send(slow);
            }
            transacted.commit();
        }
        send("b1", "c1");
        try (Taker slow = taker();
                Taker other = taker()) {
            Message s0 = slow.one("s0");
            assertThat(other.names()).containsExactly("b1", "c1");
            PeekLock.of(s0).complete();
            slow.one("s1");
            for (int i = 2; i < 3_000; i++) {
                slow.one("s" + i);
            }
        }
    }

    @Test
    @DisplayName("VIS-07, GRP-02 many sessions receive many groups, each in order and in one session, without loss")
    void shouldKeepOrderUnderLoad() throws Exception {
        keepsOrder(20, 40, worker -> null, 0);
    }

    @Test
    @DisplayName("VIS-07, GRP-02 groups keep their order if consumers have selectors and are closed and recreated")
    void shouldKeepOrderBesideSelectors() throws Exception {
        assumeConsumersHaveSelectors();
        keepsOrder(20, 40, worker -> worker % 3 == 0 ? null : "half = " + worker % 2, 10);
    }

    /**
     * Receives the messages of many groups in six sessions, which commit or roll back.
     *
     * @param selectors the selector for the consumer of each session, which matches whole groups
     * @param oneInReopens the mean number of transactions of a consumer before it is replaced; 0 for no replacement
     */
    private void keepsOrder(int groups, int each, IntFunction<@Nullable String> selectors, int oneInReopens)
            throws Exception {
        alter(QueueOptions.defaults().withMaxDeliveryCount(1_000));
        List<CompletableFuture<Void>> work = new ArrayList<>();
        Map<String, List<Integer>> done = new ConcurrentHashMap<>();
        Map<String, Session> owners = new ConcurrentHashMap<>();
        Set<String> complaints = ConcurrentHashMap.newKeySet();
        AtomicInteger left = new AtomicInteger(groups * each);
        for (int worker = 0; worker < 6; worker++) {
            String selector = selectors.apply(worker);
            work.add(onOtherThread(() -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                try (Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
                    MessageConsumer consumer = consumer(session, selector);
                    while (left.get() > 0) {
                        if (oneInReopens > 0 && random.nextInt(oneInReopens) == 0) {
                            consumer.close();
                            consumer = consumer(session, selector);
                        }
                        List<Message> taken = new ArrayList<>();
                        int wanted = 1 + random.nextInt(4);
                        for (int i = 0; i < wanted; i++) {
                            Message next = consumer.receive(20);
                            if (next != null) {
                                taken.add(next);
                                String group = next.getStringProperty("JMSXGroupID");
                                Session owner = owners.put(group, session);
                                if (owner != null && owner != session) {
                                    complaints.add(group + " has two sessions");
                                }
                            }
                        }
                        boolean keeps = random.nextInt(4) > 0;
                        for (Message message : taken) {
                            String group = message.getStringProperty("JMSXGroupID");
                            owners.remove(group, session);
                            if (keeps) {
                                done.computeIfAbsent(group, id -> new CopyOnWriteArrayList<>())
                                        .add(message.getIntProperty("number"));
                            }
                        }
                        if (keeps) {
                            session.commit();
                            left.addAndGet(-taken.size());
                        } else {
                            session.rollback();
                        }
                    }
                }
                return null;
            }));
        }
        for (int number = 0; number < each; number++) {
            for (int group = 0; group < groups; group++) {
                TextMessage message = sender.createTextMessage(group + "/" + number);
                message.setStringProperty("JMSXGroupID", "g" + group);
                message.setIntProperty("number", number);
                message.setIntProperty("half", group % 2);
                producer.send(message);
            }
        }
        for (CompletableFuture<Void> one : work) {
            one.join();
        }

        assertThat(complaints).isEmpty();
        assertThat(done).hasSize(groups);
        assertThat(done.values())
                .allSatisfy(
                        numbers -> assertThat(numbers).hasSize(each).isSorted().doesNotHaveDuplicates());
    }
}
