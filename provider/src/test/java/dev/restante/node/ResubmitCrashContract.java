package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.Edit;
import dev.restante.broker.MessageAdministration.Resubmission;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Entity;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A node that dies after any of the transactions of which an edited message could be made. */
abstract class ResubmitCrashContract extends BrokerContract {

    private static final MessageQuery ALL = new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false);

    private static final Edit EDIT = new Edit(null, null, null, null, Map.of("edited", true));

    @Test
    @DisplayName("BEY-08 a node that dies before its transaction leaves the dead letter, and nothing else")
    void shouldLeaveTheDeadLetter() {
        dieAfter(0);
    }

    @Test
    @DisplayName(
            "BEY-08 a node that dies after one transaction leaves what was made of the dead letter, and nothing else")
    void shouldLeaveWhatWasMade() {
        dieAfter(1);
    }

    @Test
    @DisplayName("BEY-08 a second transaction changes nothing of that")
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
                    .resubmit(from, new Resubmission(ALL, to, EDIT), done -> true)
                    .moved();
        } catch (BrokerException e) {
            assertThat(e.reason()).isEqualTo(BrokerException.Reason.STORE_UNAVAILABLE);
        }
        broker.store.reachable(true);
        broker.crash();
        int left = broker.browse(from).size();
        int made = broker.browse(to).size();
        assertThat(left + made).isEqualTo(1);
        assertThat(made).isEqualTo(transactions == 0 ? 0 : 1).isEqualTo((int) told);
    }
}
