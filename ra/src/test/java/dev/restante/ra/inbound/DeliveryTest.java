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

@DisplayName("Deliveries to message-driven beans")
final class DeliveryTest extends MessageDrivenBeanFixture {

    @ParameterizedTest
    @ValueSource(strings = {"A", "B"})
    @DisplayName("RA-21 the commit of a transacted delivery acknowledges the message")
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
            "RA-21, RCV-07 a rolled-back delivery is repeated with a higher count, and dead-lettered at the maximum")
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
    @DisplayName("RA-21 a delivery fails if the server rejects the call, even though the server commits")
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
    @DisplayName("RA-21 an application exception commits the delivery, unless it is declared with rollback")
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
            "RA-21 a bean receives messages again after another thread rolled back its transaction, as after a timeout")
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
    @DisplayName("a bean still receives its messages after a Java error in the server")
    void shouldGoOnAfterErrors() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(text(message)));
        RestanteActivationSpec spec = spec("q");
        spec.setMaxConcurrency(1);
        server.schedulingError.set(new OutOfMemoryError("unable to create native thread, in a test"));
        bean.afterDeliveryError.set(new NoClassDefFoundError("in a test"));
        adapter.endpointActivation(bean, spec);
        send("q", "a", "b");
        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("a", "b");
        awaitEmpty("q");
    }

    @Test
    @DisplayName("a bean that fails repeatedly receives its messages more slowly")
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
        // The pauses between the deliveries are 0, 20, 40, 80 and 160 ms.
        assertThat(System.nanoTime() - beganNanos).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
    }

    @Test
    @DisplayName("RA-22 a non-transacted delivery is acknowledged when the bean returns, and repeated when it throws")
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
    @DisplayName("RA-20 a delivery that the server rejects in advance is returned with an unchanged delivery count")
    void shouldGiveBack() throws Exception {
        EndpointServer.Bean bean = server.new Bean(true, message -> received.add(counted(message)));
        bean.refusedDeliveries.set(2);
        adapter.endpointActivation(bean, spec("q"));
        send("q", "a");
        assertThat(next()).isEqualTo("a1");
        awaitEmpty("q");
    }
}
