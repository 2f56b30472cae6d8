package dev.restante.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.TransactionBranches;
import dev.restante.jms.xa.RecoveryXaResource;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerNode;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.jms.JMSException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Tests of calls whose time budget is exhausted from the beginning. A call that still waited for the store would have
 * no limit.
 */
@DisplayName("RCV-19 the time budget of a call")
class CallTimeBudgetTest {

    private final BrokerNode node = BrokerNode.open(
            StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:mem:used-up-call", "SA", "")),
            BrokerSettings.defaults("test"),
            MachineClock.SYSTEM);

    private static CallTimeBudget usedUp() {
        return CallTimeBudget.start(0);
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    @DisplayName("an administrative call ends with its time budget, except for work on any number of messages")
    void shouldBoundAdministration() throws JMSException {
        node.queueAdministration().create("q", EntityOptions.DEFAULT);
        try (RestanteAdmin admin = new RestanteAdmin(node, CallTimeBudgetTest::usedUp, () -> {})) {
            assertThatThrownBy(() -> admin.createQueue("other", QueueOptions.defaults()))
                    .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                            .isEqualTo(ErrorCodes.STORE_UNAVAILABLE));
            assertThat(admin.messages("q").purge(MessageFilter.all()).processed())
                    .isZero();
            assertThat(admin.deleteQueue("q", true)).isTrue();
        }
    }

    @Test
    @DisplayName("the recovery of distributed transactions ends with its time budget")
    void shouldBoundRecovery() {
        XAResource resource = new RecoveryXaResource(() -> new RecoveryXaResource.RecoveryNode() {
            @Override
            public TransactionBranches branches() {
                return node.branches();
            }

            @Override
            public CallTimeBudget startTimeBudget() {
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
    @DisplayName("an untranslated failure of the store becomes an error of the broker")
    void shouldTranslateFailuresOfTheStore() {
        assertThat(node.toBrokerException(
                        new StoreException(StoreException.StoreFailureKind.UNAVAILABLE, "silent", null)))
                .isNotNull()
                .extracting(BrokerException::reason)
                .isEqualTo(BrokerException.BrokerErrorReason.STORE_UNAVAILABLE);
        assertThat(node.toBrokerException(new IllegalArgumentException("of the caller")))
                .isNull();
    }
}
