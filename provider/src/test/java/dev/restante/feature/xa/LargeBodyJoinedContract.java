package dev.restante.feature.xa;

import static dev.restante.feature.body.LargeBodyFixture.assertWhole;
import static dev.restante.feature.body.LargeBodyFixture.awaitNothingLeft;
import static dev.restante.feature.body.LargeBodyFixture.awaitNothingLeftInAMinute;
import static dev.restante.feature.body.LargeBodyFixture.sendLarge;

import jakarta.jms.MessageConsumer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Large bodies in joined transactions. */
public abstract class LargeBodyJoinedContract extends JoinedFixture {

    @Test
    @DisplayName("LRG-05 a joined transaction sends a large body at its commit, and leaves nothing after a rollback")
    void shouldFollowTheTransactionOfTheApplication() throws Exception {
        sendLarge(session, out);
        jdbc.rollback();
        awaitNothingLeft(this);

        sendLarge(session, out);
        time.jump(Duration.ofMinutes(2));
        jdbc.commit();
        awaitContent(out, 1, 0);
        time.jump(Duration.ofMinutes(2));

        try (MessageConsumer consumer = session.createConsumer(out)) {
            assertWhole(receive(consumer));
            jdbc.rollback();
            assertWhole(receive(consumer));
            jdbc.commit();
        }
        session.close();
        awaitNothingLeftInAMinute(this);
    }
}
