package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.ra.RestanteActivationSpec;
import dev.restante.ra.testing.EndpointServer;
import dev.restante.ra.testing.TestContainer;
import jakarta.ejb.ApplicationException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("deliveries to message-driven beans")
final class DeliveryTest extends MessageDrivenBeans {

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
    @DisplayName("RA-20 a delivery that the server refuses before it begins is given back, uncounted")
    void shouldGiveBack() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        bean.refusedDeliveries.set(2);
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a");
        assertThat(next()).isEqualTo("a1");
        awaitEmpty("q");
    }
}
