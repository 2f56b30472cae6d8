package dev.restante;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.NodeOpener.OpenNode;
import dev.restante.broker.Broker;
import dev.restante.jms.ClientIdRegistry;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreLocation;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one node that a store has in this JVM, counted by its users. After the last has gone it lingers a while, because some applications open a connection for
 * each call.
 *
 * <p>Thread-safe. The monitor is held while the node opens and closes, so that a store is never opened twice; users of other stores don't wait for it.
 */
final class SharedNode implements ClientIdRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(SharedNode.class);

    private enum Phase {
        /** Nobody has opened it yet. */
        NEW,
        /** In use, or lingering. */
        OPEN,
        /** Declared dead by other nodes: of no use to anybody new, it ends when its last user has gone. */
        RETIRED,
        /** Ended for good; whoever wants the store makes another. */
        ENDED
    }

    private final NodeRegistry registry;
    private final StoreKey key;
    private final Set<String> clientIds = ConcurrentHashMap.newKeySet();

    @GuardedBy("this")
    private Phase phase = Phase.NEW;

    @GuardedBy("this")
    private @Nullable OpenNode node;

    @GuardedBy("this")
    private @Nullable NodeSettings settings;

    @GuardedBy("this")
    private @Nullable NodeBeans beans;

    @GuardedBy("this")
    private int users;

    /** Counts the times at which it became idle, so that a linger that was interrupted by use ends nothing. */
    @GuardedBy("this")
    private long idlePeriod;

    SharedNode(NodeRegistry registry, StoreKey key) {
        this.registry = registry;
        this.key = key;
    }

    /**
     * Counts a user, opening the node for the first.
     *
     * @return false if it has ended meanwhile
     * @throws OptionConflictException if it is open with other settings
     */
    synchronized boolean use(StoreLocation location, NodeSettings wanted, Credentials credentials) {
        switch (phase) {
            case RETIRED, ENDED -> {
                return false;
            }
            case NEW -> {
                try {
                    node = NodeOpener.open(location, wanted, credentials);
                } catch (RuntimeException | Error failure) {
                    phase = Phase.ENDED;
                    registry.forget(key, this);
                    throw failure;
                }
                settings = wanted;
                phase = Phase.OPEN;
                if (wanted.jmx()) {
                    beans = NodeBeans.open(registry, node.broker(), key.toString());
                }
            }
            case OPEN -> {
                if (open().broker().isDead()) {
                    // Whoever connects from now on joins anew.
                    phase = Phase.RETIRED;
                    registry.forget(key, this);
                    registry.later(Duration.ZERO, this::endIfIdle);
                    return false;
                }
                List<String> differences = settings == null ? List.of() : wanted.differencesTo(settings);
                if (!differences.isEmpty()) {
                    throw new OptionConflictException(
                            "Another factory has opened this store in this JVM with other options: "
                                    + String.join(", ", differences));
                }
            }
        }
        users++;
        idlePeriod++;
        return true;
    }

    /** One user less; the node ends after the linger unless somebody comes. */
    void release(Duration linger) {
        long period;
        synchronized (this) {
            users--;
            if (users > 0 || phase == Phase.ENDED) {
                return;
            }
            period = idlePeriod;
        }
        registry.later(linger, () -> endIfStillIdle(period));
    }

    private synchronized void endIfStillIdle(long period) {
        if (users == 0 && idlePeriod == period) {
            end();
        }
    }

    /** Ends it now if nobody uses it. */
    synchronized void endIfIdle() {
        if (users == 0) {
            end();
        }
    }

    /** The JVM ends: ends the node unless its users do so themselves. */
    synchronized void endWithJvm() {
        if (settings == null || settings.shutdownHook()) {
            end();
        }
    }

    /** Ends it, whoever uses it. */
    synchronized void end() {
        if (phase != Phase.OPEN && phase != Phase.RETIRED) {
            return;
        }
        phase = Phase.ENDED;
        try {
            if (beans != null) {
                beans.close();
            }
            open().broker().close();
        } catch (RuntimeException failure) {
            LOG.warn("Closing the node of {} failed", key, failure);
        } finally {
            // Only now: who wants the store meanwhile waits for the monitor, and does not find its files held.
            registry.forget(key, this);
        }
    }

    synchronized Broker broker() {
        return open().broker();
    }

    synchronized Store store() {
        return open().store();
    }

    synchronized Credentials openedWith() {
        return open().credentials();
    }

    @GuardedBy("this")
    private OpenNode open() {
        if (node == null) {
            throw new IllegalStateException("the node of " + key + " is not open");
        }
        return node;
    }

    @Override
    public boolean claim(String clientId) {
        return clientIds.add(clientId);
    }

    @Override
    public void free(String clientId) {
        clientIds.remove(clientId);
    }
}
