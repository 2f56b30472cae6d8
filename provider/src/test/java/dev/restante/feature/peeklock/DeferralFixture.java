package dev.restante.feature.peeklock;

import dev.restante.JmsContract;
import dev.restante.RestanteMessagingModes;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Deferred messages, and an administrator. */
public abstract class DeferralFixture extends JmsContract {

    RestanteAdmin admin;
    Queue queue;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = factory.admin();
        queue = queue("q");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    /** Closes all and opens it again, on a store that lasts until the next time. */
    final void onLastingStore() throws JMSException {
        admin.close();
        reopen();
        admin = factory.admin();
    }

    final Session peeking() throws JMSException {
        return connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
    }
}
