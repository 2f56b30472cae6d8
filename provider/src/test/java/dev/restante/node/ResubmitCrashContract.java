package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.EditRequest;
import dev.restante.broker.MessageAdministration.ResubmitRequest;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Resubmission by a node that dies after a number of transactions. */
abstract class ResubmitCrashContract extends BrokerContract {

    private static final MessageQuery ALL = new MessageQuery(Set.of(DeliveryStatus.AVAILABLE), null, Set.of(), false);

    private static final EditRequest EDIT = new EditRequest(null, null, null, null, Map.of("edited", true));

    @Test
    @DisplayName("BEY-08 a node that dies before its transaction leaves only the dead letter")
    void shouldLeaveTheDeadLetter() {
        dieAfter(0);
    }

    @Test
    @DisplayName("BEY-08 a node that dies after one transaction leaves only the edited message")
    void shouldLeaveWhatWasMade() {
        dieAfter(1);
    }

    @Test
    @DisplayName("BEY-08 a node needs no second transaction to resubmit a message")
    void shouldNeedNoOther() {
        dieAfter(2);
    }

    private void dieAfter(int transactions) {
        Entity from = broker.queue("from");
        Entity to = broker.queue("to");
        broker.send(from, "a");
        broker.store.reachableFor(transactions);
        long told = 0;
        try {
            told = broker.node
                    .messageAdministration()
                    .resubmit(from, new ResubmitRequest(ALL, to, EDIT), done -> true)
                    .moved();
        } catch (BrokerException e) {
            assertThat(e.reason()).isEqualTo(BrokerException.BrokerErrorReason.STORE_UNAVAILABLE);
        }
        broker.store.reachable(true);
        broker.crash();
        int left = broker.browse(from).size();
        int made = broker.browse(to).size();
        assertThat(left + made).isEqualTo(1);
        assertThat(made).isEqualTo(transactions == 0 ? 0 : 1).isEqualTo((int) told);
    }
}
