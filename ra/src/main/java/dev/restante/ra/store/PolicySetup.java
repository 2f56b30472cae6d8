package dev.restante.ra.store;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.model.WorkerThread;
import jakarta.jms.JMSException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Setup of the configured policies when the resource adapter starts. If the store is unavailable, a thread tries again
 * until it succeeds or the adapter stops. Thread-safe.
 */
public final class PolicySetup {

    private static final Logger LOG = LoggerFactory.getLogger(PolicySetup.class);

    private static final long PAUSE_SECONDS = 5;

    private final ConfiguredPolicies policies;
    private final RestanteXAConnectionFactory factory;
    private final CountDownLatch stopped = new CountDownLatch(1);

    public PolicySetup(ConfiguredPolicies policies, RestanteXAConnectionFactory factory) {
        this.policies = policies;
        this.factory = factory;
    }

    /**
     * Sets the policies now, or starts the thread that waits for the store.
     *
     * @throws JMSException if the store rejects a policy
     */
    public void start() throws JMSException {
        if (policies.isEmpty()) {
            return;
        }
        try {
            set();
        } catch (JMSException failure) {
            if (!StoreFailureRule.isTransient(failure)) {
                throw failure;
            }
            LOG.warn("The policies of the resource adapter wait for the store: {}", failure.getMessage());
            WorkerThread.repeatingForApplication(this::tryAgain, "restante-policies")
                    .start();
        }
    }

    private void set() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            policies.set(admin);
        }
    }

    /** Tries once, after a pause, and returns whether another attempt is needed. */
    private boolean tryAgain() throws InterruptedException {
        if (stopped.await(PAUSE_SECONDS, TimeUnit.SECONDS)) {
            return false;
        }
        try {
            set();
            LOG.info("The policies of the resource adapter are set");
            return false;
        } catch (JMSException failure) {
            if (StoreFailureRule.isTransient(failure)) {
                LOG.warn("The policies of the resource adapter wait for the store: {}", failure.getMessage());
                return true;
            }
            LOG.error("The store rejected a policy of the resource adapter. Correct the property policies.", failure);
            return false;
        }
    }

    public void stop() {
        stopped.countDown();
    }
}
