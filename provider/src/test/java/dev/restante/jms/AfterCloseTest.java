package dev.restante.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.jms.mode.ClientAcknowledgeMode;
import dev.restante.jms.mode.TransactedMode;
import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests of calls that found their session open, but that reach its parts after another thread has closed it. */
@DisplayName("calls that reach the parts of a session after its close")
final class AfterCloseTest {

    private RestanteConnectionFactory factory;
    private RestanteConnection connection;

    @BeforeEach
    void connect() throws JMSException {
        factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:after-close");
        factory.setLingerDuration(Duration.ZERO);
        connection = (RestanteConnection) factory.createConnection();
    }

    @AfterEach
    void close() throws JMSException {
        factory.close();
    }

    private static void assertClosed(ThrowingCallable call) {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.getErrorCode()).isEqualTo(ErrorCodes.CLOSED));
    }

    @Test
    @DisplayName("TXN-12 SES-12 a commit or rollback after close is rejected, because the work is already rolled back")
    void shouldRefuseToEndATransaction() throws JMSException {
        TransactedMode mode = new TransactedMode(connection.services().broker().newUnitOfWork());
        mode.close();

        assertClosed(mode::commit);
        assertClosed(mode::rollback);
    }

    @Test
    @DisplayName("SES-09 an acknowledgement after close is rejected, because its messages are already released")
    void shouldRefuseToAcknowledge() throws JMSException {
        ClientAcknowledgeMode mode =
                new ClientAcknowledgeMode(connection.services(), ClientAcknowledgeMode.AcknowledgementScope.SESSION, 2);
        mode.close();

        assertClosed(() -> mode.acknowledge(null));
    }

    @Test
    @DisplayName("ASY-07 an asynchronous send is rejected once close has waited, because no listener is called later")
    void shouldRefuseToAwaitACompletion() throws JMSException {
        SessionCore session = ((JmsSession) connection.createSession()).core();
        AtomicBoolean called = new AtomicBoolean();
        CompletionListener listener = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                called.set(true);
            }

            @Override
            public void onException(Message message, Exception failure) {
                called.set(true);
            }
        };
        Message message = connection.createSession().createMessage();
        session.beginClose();
        session.awaitIdle();

        assertClosed(() -> session.completions().add(message, listener, sent -> {}, null, false));
        assertThat(called).isFalse();
    }
}
