package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.MessageLockLostException;
import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessagingModes;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.LateSettlement;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Message groups, for consumers that know nothing of them. */
@DisplayName("message groups")
public abstract class GroupContract extends JmsContract {

    private static final Duration LOCK = Duration.ofSeconds(30);

    private Session sender;
    private Queue queue;
    private MessageProducer producer;

    @BeforeEach
    final void openProducer() throws JMSException {
        sender = connection.createSession();
        queue = sender.createQueue("grouped");
        producer = sender.createProducer(queue);
    }

    private void send(String... names) throws JMSException {
        for (String name : names) {
            producer.send(grouped(sender, name));
        }
    }

    private void alter(QueueOptions options) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.alterQueue("grouped", options);
        }
    }

    /** A session of its own with a consumer, and what the session holds. */
    private final class Taker implements AutoCloseable {
        final Session session;
        final MessageConsumer consumer;

        Taker(int mode, String selector) throws JMSException {
            session = connection.createSession(mode);
            consumer = session.createConsumer(queue, selector);
        }

        /** All that can be taken now, one after the other, without settling. */
        List<Message> take() throws JMSException {
            List<Message> taken = new ArrayList<>();
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                taken.add(next);
            }
            return taken;
        }

        List<String> names() throws JMSException {
            List<String> names = new ArrayList<>();
            for (Message message : take()) {
                names.add(text(message));
            }
            return names;
        }

        Message one(String name) throws JMSException {
            Message message = receive(consumer);
            assertThat(text(message)).isEqualTo(name);
            return message;
        }

        @Override
        public void close() throws JMSException {
            session.close();
        }
    }

    private Taker taker() throws JMSException {
        return new Taker(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE, null);
    }

    @Test
    @DisplayName(
            "VIS-07, RCV-07 what a session that is closed had of a group is the next that others get, before what was sent later")
    void shouldComeBackToTheFront() throws JMSException {
        for (int round = 0; round < 20; round++) {
            queue = sender.createQueue("round " + round);
            producer = sender.createProducer(queue);
            send("-1", "a2", "-3", "-4", "-5");
            try (Taker staying = new Taker(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE, null);
                    Taker leaving = new Taker(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE, null)) {
                assertThat(text(receive(staying.consumer))).isEqualTo("-1");
                assertThat(text(receive(leaving.consumer))).isEqualTo("a2");
                leaving.session.close();
                assertThat(text(receive(staying.consumer))).isEqualTo("a2");
            }
        }
    }

    @Test
    @DisplayName(
            "GRP-01 where groups are required, a message without one is refused; elsewhere it is independent of all")
    void shouldRequireGroups() throws JMSException {
        send("-1");
        alter(QueueOptions.defaults().withGroupsRequired(true));

        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> send("-2"))
                .satisfies(refused -> assertThat(refused.getErrorCode()).isEqualTo("RESTANTE-GROUP-REQUIRED"));
        TextMessage blank = sender.createTextMessage("blank");
        blank.setStringProperty("JMSXGroupID", "");
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> producer.send(blank));
        send("a1");
        assertThat(drain(queue)).containsExactly("-1", "a1");
    }

    @Test
    @DisplayName("GRP-01 only queues can require groups; in subscriptions they are honoured where given")
    void shouldHonourGroupsInSubscriptions() throws JMSException {
        try (RestanteAdmin admin = factory.admin();
                Session first = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
                Session second = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE)) {
            admin.topics().create("t", TopicOptions.defaults());
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> admin.topics()
                            .createSubscription(
                                    "t",
                                    null,
                                    "s",
                                    true,
                                    null,
                                    QueueOptions.defaults().withGroupsRequired(true)))
                    .withMessageContaining("groupsRequired");
            MessageConsumer one = first.createSharedConsumer(first.createTopic("t"), "s");
            MessageConsumer other = second.createSharedConsumer(second.createTopic("t"), "s");
            MessageProducer publisher = sender.createProducer(sender.createTopic("t"));
            for (String name : List.of("a1", "a2", "b1")) {
                publisher.send(grouped(sender, name));
            }
            Message a1 = receive(one);
            assertThat(text(a1)).isEqualTo("a1");
            assertThat(text(receive(other))).isEqualTo("b1");
            assertNothing(other);
            PeekLock.of(a1).abandon();
            assertThat(text(receive(other))).isEqualTo("a1");
        }
    }

    @Test
    @DisplayName("VIS-07 while something of a group is in flight, another session gets nothing of it, but all else")
    void shouldGiveAGroupToOneSession() throws JMSException {
        send("a1", "a2", "-1", "b1", "a3", "b2");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");

            assertThat(second.names()).containsExactly("-1", "b1", "b2");
            assertThat(first.names()).containsExactly("a2", "a3");
            PeekLock.of(a1).complete();
            assertNothing(second.consumer);
        }
    }

    @Test
    @DisplayName("VIS-07 what comes while a group is in flight goes to its session, and to others once all is settled")
    void shouldPassAGroupOnWhenAllIsSettled() throws JMSException {
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1");
            Message a1 = first.one("a1");
            send("a2", "a3");
            assertNothing(second.consumer);
            Message a2 = first.one("a2");
            PeekLock.of(a1).complete();
            assertNothing(second.consumer);
            PeekLock.of(a2).complete();

            Message a3 = second.one("a3");
            send("a4");
            assertNothing(first.consumer);
            PeekLock.of(a3).complete();
            first.one("a4");
        }
    }

    @Test
    @DisplayName("VIS-07 a waiting consumer is woken when the group of what is at hand becomes free")
    void shouldWakeWhoeverWaits() throws Exception {
        send("a1", "a2");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");
            CompletableFuture<Message> waiting = waitingOnOtherThread(() -> receive(second.consumer));

            PeekLock.of(a1).complete();

            assertThat(text(waiting.join())).isEqualTo("a2");
        }
    }

    @Test
    @DisplayName("VIS-07 if an earlier message is released, the later ones come back with it, in order, to any session")
    void shouldTakeBackTheLaterOnes() throws JMSException {
        send("a1", "a2", "a3", "a4", "b1");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");
            Message a2 = first.one("a2");
            Message a3 = first.one("a3");

            PeekLock.of(a2).abandon();

            assertThatExceptionOfType(MessageLockLostException.class)
                    .isThrownBy(() -> PeekLock.of(a3).complete());
            assertThat(second.names()).containsExactly("b1");
            PeekLock.of(a1).complete();
            assertThat(second.names()).containsExactly("a2", "a3", "a4");
        }
    }

    @Test
    @DisplayName("VIS-07 a lock that runs out takes the whole group back")
    void shouldComeBackWhenALockRunsOut() throws JMSException {
        send("a1", "a2", "a3");
        try (Taker first = taker();
                Taker second = taker()) {
            first.one("a1");
            time.jump(LOCK.minusSeconds(10));
            Message a2 = first.one("a2");

            time.jump(Duration.ofSeconds(11));

            List<String> names = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                names.add(text(receive(second.consumer)));
            }
            assertThat(names).containsExactly("a1", "a2", "a3");
            assertThatExceptionOfType(MessageLockLostException.class)
                    .isThrownBy(() -> PeekLock.of(a2).complete());
        }
    }

    @Test
    @DisplayName("VIS-07 rollback and recover bring a group back in order, also past what comes meanwhile")
    void shouldKeepTheOrderOverARollback() throws JMSException {
        send("a1", "a2", "a3");
        try (Taker transacted = new Taker(Session.SESSION_TRANSACTED, null);
                Taker acknowledging = new Taker(Session.CLIENT_ACKNOWLEDGE, null)) {
            transacted.one("a1");
            transacted.one("a2");
            send("a4");
            assertNothing(acknowledging.consumer);
            transacted.session.rollback();

            assertThat(acknowledging.names()).containsExactly("a1", "a2", "a3", "a4");
            send("a5");
            acknowledging.session.recover();
            assertThat(acknowledging.names()).containsExactly("a1", "a2", "a3", "a4", "a5");
            acknowledging.session.recover();
            assertThat(transacted.names()).containsExactly("a1", "a2", "a3", "a4", "a5");
            transacted.session.commit();
        }
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("GRP-02 a group moves on when its session closes")
    void shouldMoveOnWhenTheSessionCloses() throws JMSException {
        send("a1", "a2");
        try (Taker second = taker()) {
            Taker first = taker();
            first.one("a1");
            first.one("a2");
            assertNothing(second.consumer);
            first.close();

            assertThat(second.names()).containsExactly("a1", "a2");
        }
    }

    @Test
    @DisplayName("VIS-07 a closed consumer's session keeps the group of what it has not settled")
    void shouldHoldUntilSettled() throws JMSException {
        send("a1", "a2", "b1");
        try (Taker first = taker();
                Taker second = taker()) {
            Message a1 = first.one("a1");
            first.consumer.close();
            assertThat(second.names()).containsExactly("b1");
            PeekLock.of(a1).complete();
            assertThat(second.names()).containsExactly("a2");
        }
    }

    @Test
    @DisplayName("VIS-07 a head that waits for its back-off blocks its group, new messages too, and nothing else")
    void shouldBlockBehindABackOff() throws JMSException {
        alter(QueueOptions.defaults().withLockDuration(Duration.ofMinutes(5)));
        try (Taker taker = taker();
                Taker other = taker()) {
            send("a1", "a2");
            Message a1 = taker.one("a1");
            PeekLock.of(a1).abandon(Map.of(), Duration.ofMinutes(1));
            send("a3", "b1", "-1");

            assertThat(other.names()).containsExactly("b1", "-1");
            assertNothing(taker.consumer);
            time.jump(Duration.ofSeconds(61));
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                names.add(text(receive(other.consumer)));
            }
            assertThat(names).containsExactly("a1", "a2", "a3");
        }
    }

    @Test
    @DisplayName("VIS-07 a lone head that waits for its back-off blocks what is sent afterwards, also after a restart")
    void shouldBlockAfterARestart() throws JMSException {
        reopen();
        openProducer();
        send("a1");
        try (Taker taker = taker()) {
            PeekLock.of(taker.one("a1")).abandon(Map.of(), Duration.ofMinutes(1));
            send("a2");
            assertThat(taker.names()).isEmpty();
        }
        reopen();
        openProducer();
        try (Taker taker = taker()) {
            assertThat(taker.names()).isEmpty();
            send("a3");
            assertThat(taker.names()).isEmpty();
            time.jump(Duration.ofSeconds(61));
            taker.one("a1");
            taker.one("a2");
            taker.one("a3");
        }
    }

    @Test
    @DisplayName("VIS-07 when a head expires while it waits for its back-off, its group goes on")
    void shouldGoOnWhenTheHeadExpires() throws JMSException {
        try (Taker taker = taker()) {
            producer.setTimeToLive(Duration.ofSeconds(30).toMillis());
            send("a1");
            producer.setTimeToLive(0);
            send("a2");
            PeekLock.of(taker.one("a1")).abandon(Map.of(), Duration.ofMinutes(1));
            assertNothing(taker.consumer);

            time.jump(Duration.ofSeconds(31));

            taker.one("a2");
        }
    }

    @Test
    @DisplayName("VIS-07 scheduled and deferred messages do not block their group")
    void shouldPassScheduledAndDeferred() throws JMSException {
        try (Taker taker = taker()) {
            producer.setDeliveryDelay(Duration.ofMinutes(1).toMillis());
            send("a1");
            producer.setDeliveryDelay(0);
            send("a2", "a3");
            PeekLock.of(taker.one("a2")).defer();
            Message a3 = taker.one("a3");
            time.jump(Duration.ofSeconds(20));
            PeekLock.of(a3).complete();
            time.jump(Duration.ofSeconds(41));
            taker.one("a1");
        }
    }

    @Test
    @DisplayName("VIS-08, VIS-07 when a head is completed late while it waits for its back-off, its group goes on")
    void shouldGoOnAfterALateCompletion() throws JMSException {
        alter(QueueOptions.defaults()
                .withLateSettlement(LateSettlement.ALLOW_IF_UNCLAIMED)
                .withRedeliveryBackOff(Duration.ofMinutes(1), 1, Duration.ofMinutes(1), 0));
        send("a1", "a2");
        try (Taker one = taker();
                Taker other = taker()) {
            Message a1 = one.one("a1");
            time.jump(LOCK.plusSeconds(1));
            assertNothing(other.consumer);
            PeekLock.of(a1).complete();
            other.one("a2");
        }
    }

    @Test
    @DisplayName("RCV-07 a poisonous head is dead-lettered, with its group id, and its group goes on")
    void shouldGoOnAfterDeadLettering() throws JMSException {
        alter(QueueOptions.defaults().withMaxDeliveryCount(2));
        send("a1", "a2");
        try (Taker transacted = new Taker(Session.SESSION_TRANSACTED, null)) {
            transacted.one("a1");
            transacted.session.rollback();
            transacted.one("a1");
            transacted.session.rollback();
            transacted.one("a2");
            transacted.session.commit();
        }
        Queue dead = sender.createQueue("grouped/$DeadLetterQueue");
        try (MessageConsumer consumer = autoSession().createConsumer(dead)) {
            assertThat(receive(consumer).getStringProperty("JMSXGroupID")).isEqualTo("a");
        }
    }

    @Test
    @DisplayName("VIS-07 consumers with selectors get a group in order and for themselves, too")
    void shouldCombineWithSelectors() throws JMSException {
        try (Taker as = new Taker(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE, "JMSXGroupID = 'a'");
                Taker all = taker();
                Taker alsoAs = new Taker(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE, "JMSXGroupID = 'a'")) {
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
    @DisplayName("VIS-07 a group goes on after messages that were settled when they were handed over")
    void shouldGoOnAfterReceiveAndDelete() throws JMSException {
        send("a1", "a2", "a3");
        try (Taker deleting = new Taker(RestanteMessagingModes.RECEIVE_AND_DELETE, null);
                Taker other = taker()) {
            deleting.one("a1");
            other.one("a2");
            assertNothing(deleting.consumer);
            assertThat(other.names()).containsExactly("a3");
        }
    }

    @Test
    @DisplayName("VIS-09, VIS-07 while a repeated receive has something of a group, nobody else gets more of it")
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
    @DisplayName("VIS-06 where groups are required, a receive without waiting gets nothing at the quota")
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
    @DisplayName("VIS-08 where groups are required, a late settlement fails")
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
            "BEY-04, VIS-07 breaking a lock brings a group back in order, and purging what it waits for lets it go on")
    void shouldFollowTheAdministrator() throws JMSException {
        send("a1", "a2");
        try (Taker first = taker();
                Taker second = taker();
                RestanteAdmin admin = factory.admin()) {
            PeekLock a1 = PeekLock.of(first.one("a1"));
            PeekLock a2 = PeekLock.of(first.one("a2"));
            admin.messages("grouped").breakLock(a1.sequenceNumber(), Duration.ofSeconds(10));
            assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(a2::complete);
            PeekLock.of(second.one("a1")).abandon(Map.of(), Duration.ofMinutes(1));
            assertNothing(second.consumer);
            admin.messages("grouped").purge(MessageFilter.all().withStates(MessageState.SCHEDULED));
            second.one("a2");
        }
    }

    @Test
    @DisplayName("VIS-07 non-persistent messages keep to their groups")
    void shouldKeepNonPersistentInOrder() throws JMSException {
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        try (Taker first = taker();
                Taker second = taker()) {
            send("a1", "a2", "b1");
            eventually("all is stored", () -> stored("COUNT(*) FROM restante_delivery") == 3);
            Message a1 = first.one("a1");
            assertThat(second.names()).containsExactly("b1");
            PeekLock.of(a1).abandon();
            assertThat(second.names()).containsExactly("a1", "a2");
        }
    }

    @Test
    @DisplayName("VIS-07 a slow group, however long, stands in nobody's way")
    void shouldNotWaitForASlowGroup() throws JMSException {
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer many = transacted.createProducer(queue)) {
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
    @DisplayName(
            "VIS-07, GRP-02 many sessions take many groups at once: each in order, none with two sessions, nothing lost or twice")
    void shouldKeepOrderUnderLoad() throws Exception {
        keepsOrder(20, 40, worker -> null, 0);
    }

    @Test
    @DisplayName(
            "VIS-07, GRP-02 the same with consumers some of which have a selector for some of the groups, and that come and go")
    void shouldKeepOrderBesideSelectors() throws Exception {
        keepsOrder(20, 40, worker -> worker % 3 == 0 ? null : "half = " + worker % 2, 10);
    }

    /**
     * Six sessions receive, commit and roll back what four threads' worth of groups bring.
     *
     * @param selectors of each session's consumer; they match whole groups
     * @param oneInReopens one in so many transactions begins with a new consumer; 0 for none
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
                    MessageConsumer consumer = session.createConsumer(queue, selector);
                    while (left.get() > 0) {
                        if (oneInReopens > 0 && random.nextInt(oneInReopens) == 0) {
                            consumer.close();
                            consumer = session.createConsumer(queue, selector);
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
