package dev.restante.feature.peeklock;

import dev.restante.JmsContract;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Queue, its administration, and sessions that defer messages. */
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

    /** Restarts the node on a store that outlives later restarts. */
    final void onLastingStore() throws JMSException {
        admin.close();
        reopen();
        admin = factory.admin();
    }

    final Session peeking() throws JMSException {
        return connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }
}
