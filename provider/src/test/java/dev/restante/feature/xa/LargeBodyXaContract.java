package dev.restante.feature.xa;

import static dev.restante.feature.body.LargeBodyFixture.assertWhole;
import static dev.restante.feature.body.LargeBodyFixture.awaitNothingLeft;
import static dev.restante.feature.body.LargeBodyFixture.awaitNothingLeftInAMinute;
import static dev.restante.feature.body.LargeBodyFixture.sendLarge;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.MessageConsumer;
import java.time.Duration;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Large bodies in distributed transactions. */
public abstract class LargeBodyXaContract extends XaFixture {

    private void receiveInBranch(String name, boolean commit) throws Exception {
        Xid branch = xid(name);
        inBranch(branch, () -> {
            try (MessageConsumer consumer = session.createConsumer(out)) {
                assertWhole(receive(consumer));
            }
        });
        if (commit) {
            resource.commit(branch, true);
        } else {
            resource.rollback(branch);
        }
    }

    @Test
    @DisplayName("LRG-05 a committed branch keeps the large bodies that it sent, and a rollback deletes them")
    void shouldFollowTheBranch() throws Exception {
        inBranch(xid("undone"), () -> sendLarge(session, out));
        resource.rollback(xid("undone"));
        awaitNothingLeft(this);

        inBranch(xid("one"), () -> sendLarge(session, out));
        resource.commit(xid("one"), true);
        time.jump(Duration.ofMinutes(2));
        receiveInBranch("back", false);
        receiveInBranch("received", true);
        session.createConsumer(out).receiveNoWait();
        awaitNothingLeft(this);

        prepared(xid("two"), () -> sendLarge(session, out));
        resource.rollback(xid("two"));
        awaitNothingLeftInAMinute(this);
    }

    @Test
    @DisplayName("LRG-05 a large body that a prepared branch sent outlives a restart")
    void shouldOutliveARestartWhilePrepared() throws Exception {
        restart();
        prepared(xid("two"), () -> sendLarge(session, out));
        restart();
        time.jump(Duration.ofMinutes(2));
        assertThat(recovered()).containsExactly("two");
        resource.commit(xid("two"), false);
        receiveInBranch("received", true);
        session.close();
        awaitNothingLeft(this);
    }
}
