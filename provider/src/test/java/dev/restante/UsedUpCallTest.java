package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.TransactionBranches;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.xa.RecoveryXaResource;
import dev.restante.model.CallBound;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerNode;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.jms.JMSException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Calls whose time is used up from the beginning. A call that still waits for the store has no bound. */
@DisplayName("RCV-19 one time holds for all that a call does")
class UsedUpCallTest {

    private final BrokerNode node = BrokerNode.open(
            StoreOpening.open(new StoreLocation.Url("jdbc:hsqldb:mem:used-up-call", "SA", "")),
            BrokerSettings.defaults("test"),
            MachineClock.SYSTEM);

    private static CallBound usedUp() {
        return CallBound.begin(0);
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    @DisplayName("calls of administrators, but for work on as many messages as there are")
    void shouldBoundAdministration() throws JMSException {
        node.queueAdministration().create("q", EntityOptions.DEFAULT);
        try (RestanteAdmin admin = new RestanteAdmin(
                node, new ExceptionTranslation(MadeExceptions.INSTANCE), UsedUpCallTest::usedUp, () -> {})) {
            assertThatThrownBy(() -> admin.createQueue("other", QueueOptions.defaults()))
                    .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                            .isEqualTo(ErrorCodes.STORE_UNAVAILABLE));
            assertThat(admin.messages("q").purge(MessageFilter.all()).done()).isZero();
            assertThat(admin.deleteQueue("q", true)).isTrue();
        }
    }

    @Test
    @DisplayName("the recovery of distributed transactions")
    void shouldBoundRecovery() {
        XAResource resource = new RecoveryXaResource(() -> new RecoveryXaResource.Node() {
            @Override
            public TransactionBranches branches() {
                return node.branches();
            }

            @Override
            public CallBound bounded() {
                return usedUp();
            }

            @Override
            public void close() {}
        });
        assertThatThrownBy(() -> resource.recover(XAResource.TMSTARTRSCAN))
                .isInstanceOfSatisfying(XAException.class, refused -> assertThat(refused.errorCode)
                        .isEqualTo(XAException.XAER_RMFAIL));
    }

    @Test
    @DisplayName("a failure of the store that nothing has translated is told as one")
    void shouldTranslateFailuresOfTheStore() {
        assertThat(node.refusalOf(new StoreException(StoreException.Kind.UNAVAILABLE, "silent", null)))
                .isNotNull()
                .extracting(BrokerException::reason)
                .isEqualTo(BrokerException.Reason.STORE_UNAVAILABLE);
        assertThat(node.refusalOf(new IllegalArgumentException("of the caller")))
                .isNull();
    }
}
