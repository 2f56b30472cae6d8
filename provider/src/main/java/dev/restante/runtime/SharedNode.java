package dev.restante.runtime;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.jmx.MBeanRegistrar;
import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.WorkerThread;
import dev.restante.runtime.NodeOpener.OpenNode;
import dev.restante.socket.LocalSocket;
import dev.restante.socket.RemoteCall;
import dev.restante.socket.StoreHandover;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
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
 * Reference-counted node of a store in this JVM, which closes after the linger duration without users. The linger
 * duration helps applications that open a connection for each call.
 *
 * <p>Thread-safe. While the node opens or closes, other users of the store wait at most the time that they would wait
 * for the store itself (RCV-19). No thread holds the monitor meanwhile.
 */
final class SharedNode implements ClientIdRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(SharedNode.class);
    private static final Duration MBEAN_REFRESH_INTERVAL = Duration.ofSeconds(10);

    private enum NodePhase {
        /** Not opened yet. */
        NEW,
        /** A thread is opening the node, and other users wait. */
        OPENING,
        /** In use or lingering. */
        OPEN,
        /** Declared dead by other nodes; new users open another node, and this node closes after its last user. */
        FENCED,
        /** A thread is closing the node, and new users wait until its files are unlocked. */
        CLOSING,
        /** Closed, or never opened. New users create another node. */
        CLOSED
    }

    private final NodeTimer timer;
    private final NodeLifecycleListener listener;
    private final StoreKey key;
    private final Set<String> clientIds = ConcurrentHashMap.newKeySet();

    @GuardedBy("this")
    private NodePhase phase = NodePhase.NEW;

    @GuardedBy("this")
    private @Nullable OpenNode node;

    @GuardedBy("this")
    private @Nullable MBeanRegistrar mbeans;

    @GuardedBy("this")
    private @Nullable LocalSocket socket;

    private final StoreHandover handover = new StoreHandover();

    /** The closing thread. */
    @GuardedBy("this")
    private @Nullable WorkerThread closer;

    /** The failure to open the node, for all waiting users. */
    @GuardedBy("this")
    private @Nullable StoreException openFailure;

    @GuardedBy("this")
    private int users;

    /** Number of added users, so that a linger timer closes nothing if the node was used meanwhile. */
    @GuardedBy("this")
    private long useCount;

    /** Exception for two connection factories in one JVM that open the same store with conflicting options. */
    static final class OptionConflictException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        OptionConflictException(String message) {
            super(message);
        }
    }

    /** Listener for the instants from which new users cannot join a node, called under the monitor of the node. */
    interface NodeLifecycleListener {
        /** Hides a node from new users. */
        void onFenced(StoreKey key, SharedNode node);

        /** Removes a closed node, before a new user opens another node of the store. */
        void onClosed(StoreKey key, SharedNode node);
    }

    SharedNode(NodeTimer timer, StoreKey key, NodeLifecycleListener listener) {
        this.timer = timer;
        this.listener = listener;
        this.key = key;
    }

    /**
     * Adds a user, and opens the node for the first user.
     *
     * @return false if the node has been closed meanwhile
     * @throws OptionConflictException if the node is open with other settings
     * @throws StoreException if the node cannot be opened, or opening or closing takes too long
     */
    boolean acquire(NodeRequest request) {
        synchronized (this) {
            boolean waited = awaitOpenOrClosed(request);
            if (phase == NodePhase.FENCED || phase == NodePhase.CLOSED) {
                if (waited && openFailure != null) {
                    throw new StoreException(openFailure.kind(), String.valueOf(openFailure.getMessage()), openFailure);
                }
                return false;
            }
            if (phase == NodePhase.OPEN) {
                return join(request);
            }
            phase = NodePhase.OPENING;
        }
        open(request);
        return true;
    }

    /** Waits while the node opens or closes, and returns whether it waited. */
    @GuardedBy("this")
    private boolean awaitOpenOrClosed(NodeRequest request) {
        long nanos = CallTimeBudget.remaining(request.options().maxWaitNanos());
        boolean waited = false;
        boolean interrupted = false;
        long startedNanos = System.nanoTime();
        while (phase == NodePhase.OPENING || phase == NodePhase.CLOSING) {
            waited = true;
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(nanos - (System.nanoTime() - startedNanos));
            if (leftMillis <= 0 || (interrupted && request.isOfTool())) {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                throw new StoreException(
                        StoreException.StoreFailureKind.UNAVAILABLE,
                        "The store " + key + " is still being " + (phase == NodePhase.OPENING ? "opened" : "closed")
                                + " by another thread of this JVM. Try again.",
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
    private boolean join(NodeRequest request) {
        if (open().broker().isPermanentlyFenced()) {
            // Later users open a new node.
            phase = NodePhase.FENCED;
            listener.onFenced(key, this);
            timer.schedule(Duration.ZERO, this::closeIfIdle);
            return false;
        }
        List<String> differences = request.conflictsWith(open().request().options());
        if (!differences.isEmpty()) {
            throw new OptionConflictException("Another factory has opened this store in this JVM with different"
                    + " options: "
                    + String.join(", ", differences) + ". Give all factories of a store the same options.");
        }
        users++;
        useCount++;
        return true;
    }

    private void open(NodeRequest request) {
        LocalSocket made;
        OpenNode opened = null;
        try {
            opened = NodeOpener.open(request);
            made = publish(opened);
        } catch (RuntimeException | Error failure) {
            if (opened == null) {
                notOpened(failure);
            } else {
                // The MBeans or the socket failed, and no user would close the node.
                close(opened);
            }
            throw failure;
        }
        if (made != null) {
            // Other users need not wait for the socket, and the thread that closes the node closes it, too.
            boolean unused = made.open();
        }
    }

    /** Makes an opened node available to other users, and returns its socket, not listening yet, or null. */
    private synchronized @Nullable LocalSocket publish(OpenNode opened) {
        node = opened;
        if (opened.request().options().get(FactoryOption.JMX)) {
            mbeans = openMBeans(opened.broker());
        }
        LocalSocket made = NodeSocketService.of(opened, handover, this::close);
        socket = made;
        users++;
        useCount++;
        phase = NodePhase.OPEN;
        notifyAll();
        return made;
    }

    private MBeanRegistrar openMBeans(Broker broker) {
        RestanteAdmin admin = new RestanteAdmin(broker, broker::beginCall, () -> {});
        MBeanRegistrar opened = new MBeanRegistrar(admin, key.toString());
        opened.open();
        timer.schedule(MBEAN_REFRESH_INTERVAL, () -> refreshMBeans(opened));
        return opened;
    }

    private void refreshMBeans(MBeanRegistrar registrar) {
        if (registrar.refresh()) {
            timer.schedule(MBEAN_REFRESH_INTERVAL, () -> refreshMBeans(registrar));
        }
    }

    private synchronized void notOpened(Throwable failure) {
        if (failure instanceof StoreException store && store.kind() == StoreException.StoreFailureKind.UNAVAILABLE) {
            openFailure = store;
        }
        phase = NodePhase.CLOSED;
        listener.onClosed(key, this);
        notifyAll();
    }

    /** Removes a user. Without users the node closes after the linger duration. */
    void release(Duration linger) {
        long period;
        synchronized (this) {
            users--;
            if (users > 0 || phase == NodePhase.CLOSING || phase == NodePhase.CLOSED) {
                return;
            }
            period = useCount;
        }
        timer.schedule(linger, () -> endIfStillIdle(period));
    }

    @SuppressWarnings("GuardedBy") // evaluated under the monitor
    private void endIfStillIdle(long period) {
        closeIf(() -> users == 0 && useCount == period);
    }

    @SuppressWarnings("GuardedBy") // evaluated under the monitor
    void closeIfIdle() {
        closeIf(() -> users == 0);
    }

    /**
     * Closes the node at the end of the JVM if its settings request it. A node that is still opening ends as in a
     * crash.
     */
    @SuppressWarnings("GuardedBy") // evaluated under the monitor
    void closeAtShutdown() {
        closeIf(() -> open().request().options().get(FactoryOption.SHUTDOWN_HOOK));
    }

    void close() {
        closeIf(() -> true);
    }

    /** Closes the node if a condition holds, evaluated under the monitor. Waits if another thread is closing it. */
    private void closeIf(BooleanSupplier condition) {
        WorkerThread ending;
        long maxWaitNanos;
        synchronized (this) {
            boolean begins = (phase == NodePhase.OPEN || phase == NodePhase.FENCED) && condition.getAsBoolean();
            if (begins) {
                OpenNode ended = open();
                phase = NodePhase.CLOSING;
                closer = new WorkerThread(() -> close(ended), "restante-close");
                closer.start();
            }
            if (phase != NodePhase.CLOSING || closer == null || closer == Thread.currentThread()) {
                return;
            }
            ending = closer;
            maxWaitNanos = open().request().options().maxWaitNanos();
        }
        if (!ending.awaitEnd(maxWaitNanos)) {
            LOG.warn(
                    "The node of {} is still closing, because the store does not answer. It closes in the"
                            + " background.",
                    key);
        }
    }

    private void close(OpenNode ending) {
        try {
            try {
                closeJmxAndSocket();
            } finally {
                ending.broker().close();
            }
        } catch (RuntimeException failure) {
            LOG.warn("Closing the node of {} failed", key, failure);
        } finally {
            synchronized (this) {
                phase = NodePhase.CLOSED;
                listener.onClosed(key, this);
                notifyAll();
            }
        }
    }

    private void closeJmxAndSocket() {
        MBeanRegistrar openMBeans;
        LocalSocket openSocket;
        synchronized (this) {
            openMBeans = mbeans;
            openSocket = socket;
        }
        if (openSocket != null) {
            openSocket.close();
        }
        if (openMBeans != null) {
            openMBeans.close();
        }
    }

    /** Executes a call of an administrator, unless the store is being handed over. */
    @Nullable
    Object make(RemoteCall call, @Nullable Object[] arguments) {
        Broker broker = broker();
        return handover.make((each, given) -> each.invokeOn(broker, given), call, arguments);
    }

    synchronized Broker broker() {
        return open().broker();
    }

    synchronized Optional<Broker> openBroker() {
        return phase == NodePhase.OPEN || phase == NodePhase.FENCED ? Optional.of(open().broker()) : Optional.empty();
    }

    synchronized Store store() {
        return open().store();
    }

    synchronized Credentials openingCredentials() {
        return open().request().credentials();
    }

    @GuardedBy("this")
    private OpenNode open() {
        if (node == null) {
            throw new IllegalStateException("The node of " + key + " is not open");
        }
        return node;
    }

    @Override
    public boolean claim(String clientId) {
        return clientIds.add(clientId);
    }

    @Override
    public void releaseClientId(String clientId) {
        clientIds.remove(clientId);
    }
}
