package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.EntityType;
import dev.restante.admin.PoliciesAdmin;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.OptionOrigin;
import dev.restante.option.PolicyKind;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Policies: options by name pattern. */
public abstract class PolicyContract extends JmsContract {

    private static final int QUEUES = 40;
    private static final int MESSAGES = 100;
    private static final int LIMITS = 3;

    private RestanteAdmin admin;
    private PoliciesAdmin policies;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = factory.admin();
        policies = admin.policies();
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private static QueueOptions count(int maxDeliveryCount) {
        return QueueOptions.defaults().withMaxDeliveryCount(maxDeliveryCount);
    }

    private QueueOptions options(String queue) throws JMSException {
        return admin.options(queue);
    }

    @Test
    @DisplayName("POL-03 a policy applies to existing queues, and to queues that are created by use")
    void shouldApplyBeforeTheFirstMessage() throws JMSException {
        admin.createQueue("orders.eu", QueueOptions.defaults());
        admin.createQueue("news", QueueOptions.defaults());
        assertThat(policies.set(new Policy("orders.#", count(1)))).isEqualTo(1);
        assertThat(options("orders.eu").maxDeliveryCount()).isEqualTo(1);
        assertThat(options("news").maxDeliveryCount()).isEqualTo(10);
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            Queue queue = session.createQueue("orders.us");
            send(session, queue, "order");
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                PeekLock.of(receive(consumer)).abandon();
                Message dead = receive(session.createConsumer(session.createQueue("orders.us/$DeadLetterQueue")));
                assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("MaxDeliveryCountExceeded");
            }
        }
    }

    @Test
    @DisplayName("POL-04 options show where they come from; own values go before policies, and can be removed")
    void shouldShowOrigins() throws JMSException {
        policies.set(new Policy("orders.#", count(3)));
        admin.createQueue("orders.eu", QueueOptions.defaults().withMaxInFlight(7));
        assertThat(options("orders.eu").origin(QueueOption.MAX_DELIVERY_COUNT)).hasToString("policy orders.#");
        assertThat(options("orders.eu").origin(QueueOption.MAX_IN_FLIGHT)).isEqualTo(OptionOrigin.ENTITY);
        assertThat(options("orders.eu").origin(QueueOption.STATUS)).isEqualTo(OptionOrigin.DEFAULT);
        admin.alterQueue("orders.eu", options("orders.eu").withMaxDeliveryCount(4));
        assertThat(options("orders.eu").maxDeliveryCount()).isEqualTo(4);
        assertThat(policies.set(new Policy("orders.#", count(5)))).isEqualTo(1);
        assertThat(options("orders.eu").maxDeliveryCount()).isEqualTo(4);
        admin.alterOptions(EntityType.QUEUE, "orders.eu", Map.of(), Set.of("maxDeliveryCount"));
        assertThat(options("orders.eu").maxDeliveryCount()).isEqualTo(5);
        assertThat(policies.remove(PolicyKind.QUEUES, "orders.#")).isTrue();
        assertThat(policies.remove(PolicyKind.QUEUES, "orders.#")).isFalse();
        QueueOptions options = options("orders.eu");
        assertThat(options).isEqualTo(QueueOptions.defaults().withMaxInFlight(7));
    }

    @Test
    @DisplayName("POL-02 an alteration and a copy write no inherited values as own values")
    void shouldNotWriteInheritedValues() throws JMSException {
        policies.set(new Policy("orders.#", count(3)));
        admin.createQueue("orders.eu", QueueOptions.defaults());
        admin.alterQueue("orders.eu", options("orders.eu").withMaxInFlight(9));
        QueueDescription copy = admin.copyQueue("orders.eu", "news");
        assertThat(copy.options()).isEqualTo(QueueOptions.defaults().withMaxInFlight(9));
        admin.disable("orders.eu");
        policies.set(new Policy("orders.#", count(6)));
        assertThat(options("orders.eu").maxDeliveryCount()).isEqualTo(6);
    }

    @Test
    @DisplayName("POL-01 each kind of entity has policies of its own")
    void shouldSeparateKinds() throws JMSException {
        policies.set(new Policy(PolicyKind.TOPICS, "news.#", 0, ttl(1)));
        policies.set(new Policy(PolicyKind.SUBSCRIPTIONS, "news.#", 0, count(2)));
        policies.set(new Policy(PolicyKind.DEAD_LETTER_QUEUES, "news.#", 0, ttl(3)));
        policies.set(new Policy("news.#", ttl(4)));
        admin.topics().create("news.eu", TopicOptions.defaults());
        try (Session session = connection.createSession()) {
            session.createSharedDurableConsumer(session.createTopic("news.eu"), "s")
                    .close();
        }
        admin.createQueue("news.us", QueueOptions.defaults());
        assertThat(admin.topics().topic("news.eu").options().defaultTimeToLive())
                .isEqualTo(Duration.ofHours(1));
        String subscription = "news.eu/Subscriptions/:s";
        assertThat(options(subscription).maxDeliveryCount()).isEqualTo(2);
        assertThat(options(subscription + "/$DeadLetterQueue").defaultTimeToLive())
                .isEqualTo(Duration.ofHours(3));
        assertThat(options("news.us").defaultTimeToLive()).isEqualTo(Duration.ofHours(4));
        assertThat(options("news.us/$DeadLetterQueue").defaultTimeToLive()).isEqualTo(Duration.ofHours(3));
        policies.set(new Policy(PolicyKind.SUBSCRIPTIONS, "news.*/Subscriptions/:s", 0, count(6)));
        assertThat(options(subscription).maxDeliveryCount()).isEqualTo(6);
        assertThat(policies.list())
                .extracting(Policy::pattern)
                .containsExactly("news.*/Subscriptions/:s", "news.#", "news.#", "news.#", "news.#");
        assertThat(policies.find(PolicyKind.QUEUES, "news.#")).contains(new Policy("news.#", ttl(4)));
    }

    private static QueueOptions ttl(int hours) {
        return QueueOptions.defaults().withDefaultTimeToLive(Duration.ofHours(hours));
    }

    @Test
    @DisplayName("POL-05 a policy that contradicts an entity, or an entity that contradicts a policy, is refused")
    void shouldRefuseContradictions() throws JMSException {
        admin.createQueue("orders.last", QueueOptions.defaults().withLastValueKey("key"));
        Policy groups = new Policy("orders.#", QueueOptions.defaults().withGroupsRequired(true));
        assertThatThrownBy(() -> policies.set(groups))
                .hasMessageContainingAll("'orders.last'", "lastValueKey 'key'", "groupsRequired", "'orders.#'");
        assertThat(policies.list()).isEmpty();
        admin.deleteQueue("orders.last", true);
        policies.set(groups);
        assertThatThrownBy(() ->
                        admin.createQueue("orders.last", QueueOptions.defaults().withLastValueKey("key")))
                .hasMessageContainingAll("'orders.last'", "lastValueKey 'key'", "'orders.#'");
        admin.createQueue("orders.eu", QueueOptions.defaults());
        assertThatThrownBy(() ->
                        admin.alterQueue("orders.eu", options("orders.eu").with(QueueOption.LAST_VALUE_KEY, "key")))
                .hasMessageContainingAll("lastValueKey 'key'", "'orders.#'");
        policies.set(new Policy("orders.eu.#", count(4)));
        assertThatThrownBy(() -> policies.set(
                        new Policy("orders.*.#", QueueOptions.defaults().withLastValueKey("key"))))
                .hasMessageContainingAll("'orders.eu'", "'orders.#'", "'orders.*.#'");
    }

    @Test
    @DisplayName("POL-01, POL-05 a target must exist, must not lead back, and does not get itself")
    void shouldCheckTargets() throws JMSException {
        Policy toDead = new Policy("#", QueueOptions.defaults().withDeadLetterTo("dead"));
        admin.createQueue("q", QueueOptions.defaults());
        assertThatThrownBy(() -> policies.set(toDead)).hasMessageContainingAll("'dead'", "does not exist");
        admin.createQueue("dead", QueueOptions.defaults());
        assertThat(policies.set(toDead)).isEqualTo(1);
        assertThat(options("dead").deadLetterTo()).isNull();
        assertThat(options("q").deadLetterTo()).isEqualTo("dead");
        assertThatThrownBy(() ->
                        policies.set(new Policy("dead", QueueOptions.defaults().withDeadLetterTo("q"))))
                .hasMessageContaining("leads back");
        assertThatThrownBy(() ->
                        policies.set(new Policy("q", QueueOptions.defaults().withForwardTo("nowhere"))))
                .hasMessageContainingAll("'nowhere'", "does not exist");
    }

    @Test
    @DisplayName("POL-01 a policy needs a pattern and options that its kind has")
    void shouldRefuseWrongPolicies() {
        assertThatThrownBy(() -> policies.set(new Policy("ord*", count(3))))
                .hasMessageContaining("has a wildcard within the segment 'ord*'");
        assertThatThrownBy(() -> policies.set(new Policy("orders.#", QueueOptions.defaults())))
                .hasMessageContaining("sets no option");
        assertThatThrownBy(() -> policies.set(new Policy(PolicyKind.TOPICS, "#", 0, count(3))))
                .hasMessageContaining("cannot set maxDeliveryCount because topics do not have it");
    }

    @Test
    @DisplayName("POL-03 queues that are created while policies change get the policies of their commit")
    void shouldCreateWithCurrentPolicies() throws Exception {
        CompletableFuture<Void> creation = CompletableFuture.runAsync(() -> {
            try (Session session = connection.createSession()) {
                for (int i = 0; i < QUEUES; i++) {
                    session.createConsumer(session.createQueue("orders." + i)).close();
                }
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        int last = 1;
        while (!creation.isDone()) {
            last++;
            policies.set(new Policy("orders.#", count(last)));
        }
        creation.get(60, TimeUnit.SECONDS);
        for (int i = 0; i < QUEUES; i++) {
            assertThat(options("orders." + i).maxDeliveryCount())
                    .as("queue " + i)
                    .isEqualTo(last);
        }
    }

    @Test
    @DisplayName(
            "POL-03 a decision about a message uses one version of its options, while another node changes policies")
    void shouldDecideByOneVersion() throws Exception {
        for (int limit = 1; limit <= LIMITS; limit++) {
            admin.createQueue("dead." + limit, QueueOptions.defaults());
        }
        Map<String, Integer> attempts = new HashMap<>();
        try (RestanteConnectionFactory otherFactory = newFactory();
                RestanteAdmin other = otherFactory.admin();
                Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            setLimit(other, 1);
            Queue queue = session.createQueue("orders.eu");
            send(
                    session,
                    queue,
                    IntStream.range(0, MESSAGES).mapToObj(i -> "order " + i).toArray(String[]::new));
            AtomicBoolean done = new AtomicBoolean();
            CompletableFuture<Void> changes = CompletableFuture.runAsync(() -> {
                for (int i = 0; !done.get(); i++) {
                    setLimit(other, 1 + i % LIMITS);
                }
            });
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                while (deadLetters() < MESSAGES) {
                    Message message = consumer.receive(BRIEFLY_MILLIS);
                    if (message != null) {
                        attempts.merge(message.getJMSMessageID(), 1, Integer::sum);
                        PeekLock.of(message).abandon();
                    }
                }
            }
            done.set(true);
            changes.get(60, TimeUnit.SECONDS);
            assertThat(attempts).hasSize(MESSAGES);
            for (int limit = 1; limit <= LIMITS; limit++) {
                for (Message message : browse(session, "dead." + limit)) {
                    assertThat(attempts.get(message.getJMSMessageID()))
                            .as("attempts of a message with the limit " + limit)
                            .isGreaterThanOrEqualTo(limit);
                }
            }
        }
    }

    private long deadLetters() throws JMSException {
        long count = 0;
        for (int limit = 1; limit <= LIMITS; limit++) {
            count += admin.statistics("dead." + limit).available();
        }
        return count;
    }

    private static List<Message> browse(Session session, String queue) throws JMSException {
        try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
            List<Message> messages = new ArrayList<>();
            Enumeration<?> all = browser.getEnumeration();
            while (all.hasMoreElements()) {
                messages.add((Message) all.nextElement());
            }
            return messages;
        }
    }

    /** Sets a delivery limit together with a target of its own. */
    private static void setLimit(RestanteAdmin other, int limit) {
        try {
            other.policies().set(new Policy("orders.#", count(limit).withDeadLetterTo("dead." + limit)));
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("POL-03 policies and inherited values are still there after a restart")
    void shouldStorePolicies() throws JMSException {
        admin.close();
        reopen();
        openAdministration();
        policies.set(new Policy(PolicyKind.QUEUES, "orders.#", 2, count(3)));
        admin.createQueue("orders.eu", QueueOptions.defaults());
        admin.close();
        reopen();
        openAdministration();
        assertThat(policies.list()).containsExactly(new Policy(PolicyKind.QUEUES, "orders.#", 2, count(3)));
        assertThat(options("orders.eu").maxDeliveryCount()).isEqualTo(3);
    }
}
