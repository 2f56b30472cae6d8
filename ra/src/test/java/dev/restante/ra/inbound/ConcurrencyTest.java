package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.RestanteAdmin;
import dev.restante.ra.RestanteActivationSpec;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.EndpointServer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Concurrency of message-driven beans")
final class ConcurrencyTest extends MessageDrivenBeanFixture {

    @Test
    @DisplayName("RA-26 a busy bean leaves threads of the server to other beans")
    void shouldShareThreads() throws Exception {
        try (EndpointServer small = new EndpointServer(Executors.newFixedThreadPool(1))) {
            RestanteResourceAdapter other = new RestanteResourceAdapter();
            other.setUrl(url);
            other.setOptions("lingerDuration=0s");
            other.start(small);
            AtomicBoolean over = new AtomicBoolean();
            RestanteActivationSpec busy = new RestanteActivationSpec();
            busy.setDestination("busy");
            // Each message sends the next one.
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
    @DisplayName(
            "RA-19 if the server has no endpoint, the adapter asks again, and other consumers can receive the messages")
    void shouldWaitForEndpoints() throws Exception {
        CountDownLatch askedOften = new CountDownLatch(3);
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        bean.unavailable.set(Integer.MAX_VALUE);
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a", "b");
        while (bean.endpointRequests.get() < 3) {
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
    @DisplayName("RA-26 a message is released and redelivered if the server has no thread for it")
    void shouldWaitForThreads() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        server.rejections.set(2);
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a");
        assertThat(next()).isEqualTo("a1");
    }

    @Test
    @DisplayName("sessions grow up to maxConcurrency while messages wait, and shrink when none come")
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
            // The other messages wait in the store, not in the adapter.
            assertThat(admin.statistics("q").available()).isEqualTo(3);
        }
        go.countDown();
        for (int i = 0; i < 8; i++) {
            assertThat(next()).isNotNull();
        }
        assertThat(bean.maxEndpoints).hasValue(5);
        awaitEndpoints(bean, 1);
        send("q", "9");
        assertThat(next()).isEqualTo("9");
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
}
