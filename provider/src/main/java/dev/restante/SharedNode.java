package dev.restante;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.NodeOpener.OpenNode;
import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.model.CallBound;
import dev.restante.model.Spans;
import dev.restante.model.WorkerThread;
import dev.restante.socket.Call;
import dev.restante.socket.GivingUp;
import dev.restante.socket.LocalSocket;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.commit.PipelineSettings;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one node that a store has in this JVM, counted by its users. After the last has gone it lingers a while, because
 * some applications open a connection for each call.
 *
 * <p>Thread-safe. While the node opens or closes, whoever wants the same store waits for that, but no longer than for
 * the store itself (RCV-19); the monitor is not held meanwhile.
 */
final class SharedNode implements ClientIdRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(SharedNode.class);

    private enum Phase {
        /** Nobody has opened it yet. */
        NEW,
        /** Somebody is opening it; others wait for that. */
        OPENING,
        /** In use, or lingering. */
        OPEN,
        /** Declared dead by other nodes: of no use to anybody new, it ends when its last user has gone. */
        RETIRED,
        /** It is being closed; whoever wants the store waits, and does not find its files held. */
        ENDING,
        /** Ended for good, or never opened; whoever wants the store makes another. */
        ENDED
    }

    private final NodeTimer timer;
    private final Home home;
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
    private @Nullable LocalSocket socket;

    private final GivingUp givingUp = new GivingUp();

    /** Closes it, once somebody has begun to end it. */
    @GuardedBy("this")
    private @Nullable WorkerThread closing;

    /** Why it could not be opened; so it is for all who have waited for that. */
    @GuardedBy("this")
    private @Nullable StoreException unreachable;

    @GuardedBy("this")
    private int users;

    /** Counts the times at which it became idle, so that a linger that was interrupted by use ends nothing. */
    @GuardedBy("this")
    private long idlePeriod;

    /** The place where new users find the node. */
    interface Home {
        /** New users find the node no more; it lives on for its present users. */
        void forget(StoreKey key, SharedNode node);

        /** The node has ended; called before a new user opens another node of the store. */
        void ended(StoreKey key, SharedNode node);
    }

    SharedNode(NodeTimer timer, StoreKey key, Home home) {
        this.timer = timer;
        this.home = home;
        this.key = key;
    }

    /**
     * Counts a user, opening the node for the first.
     *
     * @return false if it has ended meanwhile
     * @throws OptionConflictException if it is open with other settings
     * @throws StoreException if it can't be opened, or is being opened or closed for too long
     */
    boolean use(StoreLocation location, NodeSettings wanted, Credentials credentials) {
        synchronized (this) {
            boolean waited = awaitSettled(wanted);
            if (phase == Phase.RETIRED || phase == Phase.ENDED) {
                if (waited && unreachable != null) {
                    throw new StoreException(unreachable.kind(), String.valueOf(unreachable.getMessage()), unreachable);
                }
                return false;
            }
            if (phase == Phase.OPEN) {
                return join(wanted);
            }
            phase = Phase.OPENING;
        }
        open(location, wanted, credentials);
        return true;
    }

    /** Returns whether that took a while. */
    @GuardedBy("this")
    private boolean awaitSettled(NodeSettings wanted) {
        long nanos = CallBound.left(PipelineSettings.patienceNanos(Spans.nanos(wanted.storeTimeout())));
        boolean waited = false;
        boolean interrupted = false;
        long startedNanos = System.nanoTime();
        while (phase == Phase.OPENING || phase == Phase.ENDING) {
            waited = true;
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(nanos - (System.nanoTime() - startedNanos));
            if (leftMillis <= 0 || (interrupted && wanted.isOfTool())) {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                throw new StoreException(
                        StoreException.Kind.UNAVAILABLE,
                        "the store " + key + " is still being " + (phase == Phase.OPENING ? "opened" : "closed")
                                + " by somebody else in this JVM",
                        null);
            }
            try {
                wait(leftMillis);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return waited;
    }

    @GuardedBy("this")
    private boolean join(NodeSettings wanted) {
        if (open().broker().isDead()) {
            // Whoever connects from now on joins anew.
            phase = Phase.RETIRED;
            home.forget(key, this);
            timer.later(Duration.ZERO, this::endIfIdle);
            return false;
        }
        List<String> differences = settings == null ? List.of() : wanted.differencesTo(settings);
        if (!differences.isEmpty()) {
            throw new OptionConflictException("Another factory has opened this store in this JVM with other options: "
                    + String.join(", ", differences));
        }
        users++;
        idlePeriod++;
        return true;
    }

    private void open(StoreLocation location, NodeSettings wanted, Credentials credentials) {
        LocalSocket made;
        OpenNode opened = null;
        try {
            opened = NodeOpener.open(location, wanted, credentials);
            made = publish(opened, wanted);
        } catch (RuntimeException | Error failure) {
            if (opened == null) {
                notOpened(failure);
            } else {
                // Its faces failed, so nobody would ever close it.
                close(opened);
            }
            throw failure;
        }
        if (made != null) {
            // Nobody waits for that but who has opened the node, and whoever ends it closes this, too.
            boolean unused = made.open();
        }
    }

    /** Lets others use it. Returns its socket, which does not listen yet; null if it has none. */
    private synchronized @Nullable LocalSocket publish(OpenNode opened, NodeSettings wanted) {
        node = opened;
        settings = wanted;
        if (wanted.jmx()) {
            beans = NodeBeans.open(timer, opened.broker(), key.toString());
        }
        LocalSocket made = NodeSocket.of(opened, wanted, givingUp, this::end);
        socket = made;
        users++;
        idlePeriod++;
        phase = Phase.OPEN;
        notifyAll();
        return made;
    }

    private synchronized void notOpened(Throwable failure) {
        if (failure instanceof StoreException store && store.kind() == StoreException.Kind.UNAVAILABLE) {
            unreachable = store;
        }
        phase = Phase.ENDED;
        home.ended(key, this);
        notifyAll();
    }

    /** One user less; the node ends after the linger unless somebody comes. */
    void release(Duration linger) {
        long period;
        synchronized (this) {
            users--;
            if (users > 0 || phase == Phase.ENDING || phase == Phase.ENDED) {
                return;
            }
            period = idlePeriod;
        }
        timer.later(linger, () -> endIfStillIdle(period));
    }

    @SuppressWarnings("GuardedBy") // endIf asks under the monitor
    private void endIfStillIdle(long period) {
        endIf(() -> users == 0 && idlePeriod == period);
    }

    /** Ends it now if nobody uses it. */
    @SuppressWarnings("GuardedBy") // endIf asks under the monitor
    void endIfIdle() {
        endIf(() -> users == 0);
    }

    /** The JVM ends: ends the node unless its users do so themselves. What is only being opened ends as in a crash. */
    @SuppressWarnings("GuardedBy") // endIf asks under the monitor
    void endWithJvm() {
        endIf(() -> settings == null || settings.shutdownHook());
    }

    /** Ends it, whoever uses it. */
    void end() {
        endIf(() -> true);
    }

    /** Ends it if a condition holds, which is looked at under the monitor; waits where somebody else is ending it. */
    private void endIf(BooleanSupplier condition) {
        WorkerThread ending;
        long patienceNanos;
        synchronized (this) {
            boolean begins = (phase == Phase.OPEN || phase == Phase.RETIRED) && condition.getAsBoolean();
            if (begins) {
                OpenNode ended = open();
                phase = Phase.ENDING;
                closing = new WorkerThread(() -> close(ended), "restante-close");
                closing.start();
            }
            if (phase != Phase.ENDING || closing == null || closing == Thread.currentThread()) {
                return;
            }
            ending = closing;
            patienceNanos = settings == null
                    ? Long.MAX_VALUE
                    : PipelineSettings.patienceNanos(Spans.nanos(settings.storeTimeout()));
        }
        if (!ending.awaitEnd(patienceNanos)) {
            LOG.warn("Closing the node of {} takes long, because the store does not answer; it goes on alone", key);
        }
    }

    private void close(OpenNode ending) {
        try {
            try {
                closeFaces();
            } finally {
                ending.broker().close();
            }
        } catch (RuntimeException failure) {
            LOG.warn("Closing the node of {} failed", key, failure);
        } finally {
            synchronized (this) {
                phase = Phase.ENDED;
                home.ended(key, this);
                notifyAll();
            }
        }
    }

    /** By which others than its users look at it. */
    private void closeFaces() {
        NodeBeans openBeans;
        LocalSocket openSocket;
        synchronized (this) {
            openBeans = beans;
            openSocket = socket;
        }
        if (openSocket != null) {
            openSocket.close();
        }
        if (openBeans != null) {
            openBeans.close();
        }
    }

    /** Makes a call of an administrator, unless the node is being given up. */
    @Nullable
    Object make(Call call, @Nullable Object[] arguments) {
        Broker broker = broker();
        return givingUp.make((each, given) -> each.on(broker, given), call, arguments);
    }

    synchronized Broker broker() {
        return open().broker();
    }

    /** The one that is open; empty before and after. */
    synchronized Optional<Broker> openBroker() {
        return phase == Phase.OPEN || phase == Phase.RETIRED ? Optional.of(open().broker()) : Optional.empty();
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
