package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.ra.RestanteActivationSpec;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.EndpointServer;
import dev.restante.ra.testing.TestContainer;
import jakarta.ejb.ApplicationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.resource.spi.InvalidPropertyException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("message-driven beans")
final class InboundTest {

    private static final AtomicInteger STORES = new AtomicInteger();
    private static final long PATIENCE_SECONDS = 20;

    private final String url = "jdbc:hsqldb:mem:inbound" + STORES.incrementAndGet();
    private final EndpointServer server = new EndpointServer();
    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private RestanteXAConnectionFactory outside;

    @BeforeEach
    void start() throws Exception {
        adapter.setUrl(url);
        adapter.setOptions("lingerDuration=0s");
        adapter.start(server);
        outside = EndpointServer.beside(url);
        // The store stays in memory for as long as it is administered.
        outside.admin();
    }

    @AfterEach
    void stop() throws Exception {
        adapter.stop();
        outside.close();
        server.close();
    }

    private RestanteActivationSpec spec(String queue) throws Exception {
        RestanteActivationSpec spec = new RestanteActivationSpec();
        spec.setDestination(queue);
        spec.setResourceAdapter(adapter);
        return spec;
    }

    private void send(String queue, String... texts) {
        try (JMSContext context = outside.createContext()) {
            for (String text : texts) {
                context.createProducer().send(context.createQueue(queue), text);
            }
        }
    }

    private static String text(Message message) {
        try {
            return message.getBody(String.class);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String counted(Message message) {
        try {
            return text(message) + message.getIntProperty("JMSXDeliveryCount");
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private String next() throws InterruptedException {
        return received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private long count(String queue) throws JMSException {
        try (RestanteAdmin admin = outside.admin()) {
            var figures = admin.statistics(queue);
            return figures.available() + figures.inFlight();
        }
    }

    private void awaitEmpty(String queue) throws Exception {
        awaitCount(queue, 0);
    }

    private void awaitCount(String queue, long expected) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (count(queue) != expected) {
            assertThat(System.nanoTime()).as("time").isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
    }

    private String dead(String queue) {
        try (JMSContext context = outside.createContext()) {
            return context.createConsumer(context.createQueue(queue + "/$DeadLetterQueue"))
                    .receiveBody(String.class, TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "B"})
    @DisplayName("RA-21 a transacted delivery is acknowledged by its commit, and what the bean sends goes with it")
    void shouldCommit(String option) throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        RestanteActivationSpec spec = spec("q");
        spec.setDeliveryOption(option);
        adapter.endpointActivation(bean, spec);
        send("q", "a", "b");
        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("a1", "b1");
        awaitEmpty("q");
        adapter.endpointDeactivation(bean, spec);
        assertThat(bean.endpoints).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "B"})
    @DisplayName(
            "RA-21, RCV-07 a transacted delivery that is rolled back comes again, counted, until it is a dead letter")
    void shouldRollBack(String option) throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> {
            received.add(counted(message));
            throw new IllegalStateException("poison");
        });
        RestanteActivationSpec spec = spec("q");
        spec.setMaxDeliveryCount(3);
        spec.setDeliveryOption(option);
        adapter.endpointActivation(bean, spec);
        send("q", "a");
        assertThat(List.of(next(), next(), next())).containsExactly("a1", "a2", "a3");
        assertThat(dead("q")).isEqualTo("a");
        assertThat(received).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "B"})
    @DisplayName("RA-21 a delivery that the server refuses in the call fails, although the server commits")
    void shouldFailWhatTheServerCommits(String option) throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        bean.stopping = true;
        RestanteActivationSpec spec = spec("q");
        spec.setMaxDeliveryCount(2);
        spec.setDeliveryOption(option);
        adapter.endpointActivation(bean, spec);
        send("q", "a");
        assertThat(dead("q")).isEqualTo("a");
        bean.stopping = false;
        send("q", "b");
        assertThat(next()).isEqualTo("b1");
        awaitEmpty("q");
    }

    @ApplicationException
    private static class Noted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class NotedToo extends Noted {
        private static final long serialVersionUID = 1L;
    }

    @ApplicationException(rollback = true)
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    @DisplayName(
            "RA-21 an application exception without rollback leaves the delivery committed, one with rollback does not")
    void shouldCommitApplicationExceptions() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> {
            String text = counted(message);
            received.add(text);
            if (text.startsWith("noted")) {
                throw new Noted();
            }
            if (text.startsWith("also")) {
                throw new NotedToo();
            }
            if (text.equals("refused1")) {
                throw new Refused();
            }
        });
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(1);
        adapter.endpointActivation(bean, spec);
        send("q", "noted", "also", "refused");
        assertThat(List.of(next(), next(), next(), next())).containsExactly("noted1", "also1", "refused1", "refused2");
        awaitEmpty("q");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "B"})
    @DisplayName(
            "RA-21 after a transaction that was taken away from it, as by a time-out, a bean gets its messages again")
    void shouldGoOnAfterTimeOut(String option) throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        EndpointServer.Bean bean = server.new Bean(true, message -> {
            if (first.getAndSet(false)) {
                TestContainer.rollBackFromAnotherThread(server.transactions);
            }
            received.add(counted(message));
        });
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(1);
        spec.setDeliveryOption(option);
        adapter.endpointActivation(bean, spec);
        send("q", "a", "b");
        assertThat(List.of(next(), next(), next())).containsExactlyInAnyOrder("a1", "a2", "b1");
        awaitEmpty("q");
    }

    @Test
    @DisplayName(
            "an error of the server after a delivery, or when it is asked for a thread, keeps no bean from its messages")
    void shouldGoOnAfterErrors() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(1);
        server.scheduling.set(new OutOfMemoryError("unable to create native thread, in a test"));
        bean.failure.set(new NoClassDefFoundError("in a test"));
        adapter.endpointActivation(bean, spec);
        send("q", "a", "b");
        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("a", "b");
        awaitEmpty("q");
    }

    @Test
    @DisplayName("RA-26 beans share the threads of the server, however much there is to do for one of them")
    void shouldShareThreads() throws Exception {
        try (EndpointServer small = new EndpointServer(Executors.newFixedThreadPool(1))) {
            RestanteResourceAdapter other = new RestanteResourceAdapter();
            other.setUrl(url);
            other.setOptions("lingerDuration=0s");
            other.start(small);
            AtomicBoolean over = new AtomicBoolean();
            RestanteActivationSpec busy = new RestanteActivationSpec();
            busy.setDestination("busy");
            // Each message brings the next.
            other.endpointActivation(
                    small.new Bean(false, message -> {
                        if (!over.get()) {
                            send("busy", "more");
                        }
                    }),
                    busy);
            RestanteActivationSpec rare = new RestanteActivationSpec();
            rare.setDestination("rare");
            other.endpointActivation(small.new Bean(false, message -> received.add(text(message))), rare);
            send("busy", "1", "2", "3");
            send("rare", "a");
            assertThat(next()).isEqualTo("a");
            over.set(true);
            other.stop();
        }
    }

    @Test
    @DisplayName("RA-18 deactivation waits for a bean whose connection has been lost meanwhile")
    void shouldWaitForBeansOfLostConnections() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        EndpointServer.Bean bean = server.new Bean(true, message -> {
            working.countDown();
            await(go);
            done.set(true);
        });
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(1);
        adapter.endpointActivation(bean, spec);
        send("q", "a", "b");
        await(working);
        try (RestanteAdmin admin = outside.admin()) {
            admin.deleteQueue("q", true);
        }
        CompletableFuture<Boolean> doneBefore = CompletableFuture.supplyAsync(() -> {
            adapter.endpointDeactivation(bean, spec);
            return done.get();
        });
        // Long enough for a deactivation that waits for nobody, and soon over for one that does.
        assertThat(doneBefore.completeOnTimeout(true, 300, TimeUnit.MILLISECONDS))
                .isNotNull();
        go.countDown();
        assertThat(doneBefore.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("a bean that fails again and again gets its messages more slowly")
    void shouldRest() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> {
            throw new IllegalStateException("poison");
        });
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(1);
        spec.setMaxDeliveryCount(6);
        adapter.endpointActivation(bean, spec);
        long beganNanos = System.nanoTime();
        send("q", "a");
        assertThat(dead("q")).isEqualTo("a");
        // 0, 20, 40, 80 and 160 ms between the deliveries.
        assertThat(System.nanoTime() - beganNanos).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
    }

    @Test
    @DisplayName(
            "RA-22 a delivery that is not transacted is acknowledged when the bean returns, and comes again when it throws")
    void shouldAcknowledge() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        EndpointServer.Bean bean = server.new Bean(false, message -> {
            received.add(counted(message));
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("once");
            }
        });
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a");
        assertThat(List.of(next(), next())).containsExactly("a1", "a2");
        awaitEmpty("q");
    }

    @Test
    @DisplayName("RA-19 a server without an endpoint is asked again; meanwhile the message is there for others")
    void shouldWaitForEndpoints() throws Exception {
        CountDownLatch askedOften = new CountDownLatch(3);
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        bean.unavailable.set(Integer.MAX_VALUE);
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a", "b");
        while (bean.asked.get() < 3) {
            askedOften.await(1, TimeUnit.MILLISECONDS);
        }
        try (JMSContext context = outside.createContext()) {
            Queue queue = context.createQueue("q");
            assertThat(context.createConsumer(queue).receiveBody(String.class, TimeUnit.SECONDS.toMillis(5)))
                    .isEqualTo("a");
        }
        bean.unavailable.set(0);
        assertThat(next()).isEqualTo("b1");
    }

    @Test
    @DisplayName("RA-20 a delivery that the server refuses before it begins is given back, uncounted")
    void shouldGiveBack() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        bean.refusedDeliveries.set(2);
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a");
        assertThat(next()).isEqualTo("a1");
        awaitEmpty("q");
    }

    @Test
    @DisplayName("RA-26 a message that the server has no thread for is given back and comes again")
    void shouldWaitForThreads() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        server.rejections.set(2);
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a");
        assertThat(next()).isEqualTo("a1");
    }

    @Test
    @DisplayName("sessions grow in number up to maxConcurrency while messages wait, and go when nothing comes")
    void shouldGrowAndShrink() throws Exception {
        CountDownLatch all = new CountDownLatch(5);
        CountDownLatch go = new CountDownLatch(1);
        EndpointServer.Bean bean = server.new Bean(true, message -> {
            all.countDown();
            await(go);
            received.add(text(message));
        });
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(5);
        adapter.endpointActivation(bean, spec);
        send("q", "1", "2", "3", "4", "5", "6", "7", "8");
        await(all);
        try (RestanteAdmin admin = outside.admin()) {
            // The others wait in the store, not here.
            assertThat(admin.statistics("q").available()).isEqualTo(3);
        }
        go.countDown();
        for (int i = 0; i < 8; i++) {
            assertThat(next()).isNotNull();
        }
        assertThat(bean.most).hasValue(5);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (bean.endpoints.get() > 1) {
            assertThat(System.nanoTime()).as("time").isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
        send("q", "9");
        assertThat(next()).isEqualTo("9");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("maxConcurrency 1 keeps messages in order")
    void shouldKeepOrder() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(1);
        adapter.endpointActivation(bean, spec);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            sent.add("m" + i);
        }
        send("q", sent.toArray(String[]::new));
        List<String> came = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            came.add(next());
        }
        assertThat(came).isEqualTo(sent);
    }

    @Test
    @DisplayName("RA-18 deactivation under load loses nothing and doubles nothing")
    void shouldDeactivateUnderLoad() throws Exception {
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        List<String> again = Collections.synchronizedList(new ArrayList<>());
        MessageListener listener = message -> {
            if (seen.merge(text(message), 1, Integer::sum) > 1) {
                again.add(counted(message));
            }
            received.add(text(message));
        };
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            sent.add("m" + i);
        }
        send("q", sent.toArray(String[]::new));
        for (int round = 0; round < 6; round++) {
            EndpointServer.Bean bean = server.new Bean(true, listener);
            RestanteActivationSpec spec = spec("q");
            adapter.endpointActivation(bean, spec);
            for (int i = 0; i < 40; i++) {
                assertThat(next()).isNotNull();
            }
            adapter.endpointDeactivation(bean, spec);
            assertThat(bean.endpoints).hasValue(0);
            int after = seen.size();
            awaitCount("q", 600L - after);
        }
        EndpointServer.Bean last = server.new Bean(true, listener);
        adapter.endpointActivation(last, spec("q"));
        awaitEmpty("q");
        assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(again).isEmpty();
    }

    @Test
    @DisplayName(
            "RA-08, RA-24 a durable activation, also without a client id, keeps messages that are sent while it is not there")
    void shouldKeepForDurable() throws Exception {
        RestanteActivationSpec spec = spec("t");
        spec.setDestinationType("jakarta.jms.Topic");
        spec.setSubscriptionDurability("Durable");
        spec.setSubscriptionName("s");
        spec.setMaxDeliveryCount(2);
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        adapter.endpointActivation(bean, spec);
        adapter.endpointDeactivation(bean, spec);
        publish("t", "a");
        adapter.endpointActivation(bean, spec);
        assertThat(next()).isEqualTo("a");
        try (RestanteAdmin admin = outside.admin()) {
            assertThat(admin.topics().subscriptions("t")).singleElement().satisfies(subscription -> {
                assertThat(subscription.name()).isEqualTo("s");
                assertThat(subscription.shared()).isTrue();
                assertThat(subscription.options().maxDeliveryCount()).isEqualTo(2);
            });
        }
    }

    private void publish(String topic, String text) {
        try (JMSContext context = outside.createContext()) {
            context.createProducer().send(context.createTopic(topic), text);
        }
    }

    @Test
    @DisplayName(
            "RA-05, RA-09, RA-17 activations of a topic each have their copy, by their selector; those of a shared subscription take turns")
    void shouldSubscribe() throws Exception {
        BlockingQueue<String> other = new LinkedBlockingQueue<>();
        RestanteActivationSpec all = spec("t");
        all.setDestinationType("jakarta.jms.Topic");
        RestanteActivationSpec some = spec("t");
        some.setDestinationType("jakarta.jms.Topic");
        some.setMessageSelector("JMSType = 'x'");
        adapter.endpointActivation(server.new Bean(false, message -> received.add(text(message))), all);
        adapter.endpointActivation(server.new Bean(false, message -> other.add(text(message))), some);
        publish("t", "plain");
        try (JMSContext context = outside.createContext()) {
            context.createProducer().setJMSType("x").send(context.createTopic("t"), "typed");
        }
        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("plain", "typed");
        assertThat(other.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("typed");
        assertThat(other).isEmpty();
    }

    @Test
    @DisplayName("a queue that is deleted under an activation and made anew is consumed again")
    void shouldConnectAgain() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a");
        assertThat(next()).isEqualTo("a");
        awaitEmpty("q");
        try (RestanteAdmin admin = outside.admin()) {
            admin.deleteQueue("q", true);
        }
        send("q", "b");
        assertThat(next()).isEqualTo("b");
    }

    @Test
    @DisplayName("RA-04, RA-06, RA-07, RA-11, RA-13 what can't be is refused at activation, by name, value and remedy")
    void shouldRefuseWrongProperties() throws Exception {
        RestanteActivationSpec wrong = new RestanteActivationSpec();
        wrong.setResourceAdapter(adapter);
        wrong.setDestinationType("javax.jms.Queue");
        wrong.setAcknowledgeMode("Client-acknowledge");
        wrong.setSubscriptionDurability("Sometimes");
        wrong.setMaxConcurrency(0);
        wrong.setRedeliveryDelay("soon");
        assertThatThrownBy(wrong::validate)
                .hasMessageContaining("destinationLookup is missing")
                .hasMessageContaining(
                        "destinationType 'javax.jms.Queue' is none of [jakarta.jms.Queue, jakarta.jms.Topic]")
                .hasMessageContaining("acknowledgeMode 'Client-acknowledge'")
                .hasMessageContaining("subscriptionDurability 'Sometimes'")
                .hasMessageContaining("maxConcurrency 0 is less than 1")
                .hasMessageContaining("redeliveryDelay 'soon': 'soon' is no duration: write a number with its unit");
        assertRefused(spec -> spec.setOptions("autoCreateQueues=false"), "destination 'missing'");
        assertRefused(spec -> spec.setMessageSelector("a ="), "messageSelector 'a ='");
        assertRefused(spec -> spec.setMaxDeliveryCount(0), "maxDeliveryCount '0'");
        assertRefused(spec -> spec.setDeadLetterTo("nowhere"), "deadLetterTo 'nowhere'");
        assertRefused(spec -> spec.setUser("nobody"), "user 'nobody' or password");
        assertRefused(spec -> spec.setUser("nobody"), "correct the properties user and password");
        assertRefused(spec -> spec.setUrl("jdbc:oracle:thin"), "Property url: no JDBC driver accepts");
        assertRefused(spec -> spec.setSubscriptionName("s"), "subscriptionName 's'");
    }

    @Test
    @DisplayName("RA-04, RA-07, RA-08 what does not go together is refused before the store is asked for anything")
    void shouldRefuseWhatDoesNotGoTogether() throws Exception {
        assertInvalid(spec -> spec.setDestinationLookup("jms/q"), "'q' and destinationLookup are two destinations");
        assertInvalid(spec -> spec.setUrl("jdbc:oracle:thin"), "no JDBC driver accepts");
        assertInvalid(spec -> spec.setDeliveryOption("C"), "deliveryOption 'C' is none of [A, B]");
        assertInvalid(spec -> spec.setSubscriptionDurability("Durable"), "subscriptionName is missing");
        assertInvalid(
                spec -> {
                    spec.setSubscriptionDurability("Durable");
                    spec.setSubscriptionName("s");
                    spec.setShareSubscription(false);
                },
                "clientId is missing");
        assertInvalid(
                spec -> {
                    spec.setDestinationType("jakarta.jms.Queue");
                    spec.setSubscriptionName("s");
                },
                "'jakarta.jms.Queue' has no subscriptions");
        assertInvalid(
                spec -> {
                    spec.setConnectionFactoryLookup("jms/cf");
                    spec.setUser("somebody");
                },
                "'jms/cf' says which store and how");
        spec("q").validate();
    }

    private void assertInvalid(Change change, String problem) throws Exception {
        RestanteActivationSpec spec = spec("q");
        change.on(spec);
        assertThatThrownBy(spec::validate)
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(problem);
    }

    private interface Change {
        void on(RestanteActivationSpec spec);
    }

    private void assertRefused(Change change, String named) throws Exception {
        RestanteActivationSpec spec = spec("missing");
        change.on(spec);
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        assertThatThrownBy(() -> adapter.endpointActivation(bean, spec))
                .as(named)
                .hasMessageContaining(named);
        assertThat(bean.endpoints).hasValue(0);
    }

    @Test
    @DisplayName("RA-12 an activation spec is what it is, survives serialisation, and belongs to one resource adapter")
    void shouldBeABean() throws Exception {
        RestanteActivationSpec spec = spec("q");
        spec.setMaxDeliveryCount(7);
        assertThat(spec).isNotEqualTo(spec("q"));
        spec.setResourceAdapter(adapter);
        RestanteResourceAdapter other = new RestanteResourceAdapter();
        assertThatThrownBy(() -> spec.setResourceAdapter(other)).hasMessageContaining("another resource adapter");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(spec);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            RestanteActivationSpec read = (RestanteActivationSpec) in.readObject();
            assertThat(read.getDestination()).isEqualTo("q");
            assertThat(read.getMaxDeliveryCount()).isEqualTo(7);
        }
    }

    @Test
    @DisplayName("RA-04 an activation spec keeps what it is given, and an empty property is none")
    void shouldTakeEmptyForNone() {
        RestanteActivationSpec spec = new RestanteActivationSpec();
        spec.setDeliveryOption("A");
        spec.setMaxConcurrency(3);
        assertThat(spec.getDeliveryOption()).isEqualTo("A");
        assertThat(spec.getMaxConcurrency()).isEqualTo(3);
        spec.setDeliveryOption("");
        spec.setMaxConcurrency(null);
        assertThat(spec.getDeliveryOption()).isEqualTo("B");
        assertThat(spec.getMaxConcurrency()).isEqualTo(new RestanteActivationSpec().getMaxConcurrency());
    }

    @Test
    @DisplayName("RA-23 a new activation spec has a resource to recover with, one for each store")
    void shouldRecover() throws Exception {
        assertThat(adapter.getXAResources(new RestanteActivationSpec[] {spec("a"), spec("b")}))
                .hasSize(1);
        RestanteActivationSpec elsewhere = spec("c");
        elsewhere.setUrl(url + "other");
        assertThat(adapter.getXAResources(new RestanteActivationSpec[] {spec("a"), elsewhere}))
                .hasSize(2);
    }
}
