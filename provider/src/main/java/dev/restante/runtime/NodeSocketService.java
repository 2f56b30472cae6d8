package dev.restante.runtime;

import dev.restante.model.ProductVersion;
import dev.restante.model.StoredTextKind;
import dev.restante.option.LocalAccess;
import dev.restante.runtime.NodeOpener.OpenNode;
import dev.restante.socket.LargeCallLimiter;
import dev.restante.socket.LocalSocket;
import dev.restante.socket.RateLimitedLog;
import dev.restante.socket.RemoteCall;
import dev.restante.socket.ServedNode;
import dev.restante.socket.StoreHandover;
import dev.restante.store.StoreException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adapter between the local socket and an embedded store's node: checks credentials, executes the calls of other
 * processes and starts store handovers.
 */
final class NodeSocketService implements ServedNode {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSocketService.class);

    private static final RateLimitedLog CREDENTIAL_CHECK_LOG = new RateLimitedLog();

    /** Allowance for the other arguments of a call, in addition to the largest message or group state. */
    private static final int OVERHEAD_BYTES = 1 << 20;

    private final OpenNode node;
    private final FactoryOptions options;
    private final StoreHandover handover;
    private final Runnable closeNode;

    private NodeSocketService(OpenNode node, StoreHandover handover, Runnable closeNode) {
        this.node = node;
        this.options = node.request().options();
        this.handover = handover;
        this.closeNode = closeNode;
    }

    /**
     * Returns the socket of a node, which does not listen yet.
     *
     * @param closeNode closes the node, even if it has users
     * @return null if the node has no socket
     */
    static @Nullable LocalSocket of(OpenNode node, StoreHandover handover, Runnable closeNode) {
        Path files = node.store().capabilities().databasePath();
        NodeSocketService service = new NodeSocketService(node, handover, closeNode);
        return files == null || service.localAccess() == LocalAccess.OFF ? null : LocalSocket.of(files, service);
    }

    private LocalAccess localAccess() {
        return options.get(FactoryOption.LOCAL_ACCESS);
    }

    @Override
    public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
        return handover.make((each, given) -> each.invokeOn(node.broker(), given), call, arguments);
    }

    @Override
    public boolean authenticates(String user, String password) {
        try {
            return StoredTextKind.isStorable(user)
                    && StoredTextKind.isStorable(password)
                    && node.store().authenticate(user, password);
        } catch (StoreException failure) {
            CREDENTIAL_CHECK_LOG.log(leftOut -> LOG.warn(
                    "The credentials of a process at the local socket cannot be checked. {} earlier failures of"
                            + " this kind were not logged.",
                    leftOut,
                    failure));
            return false;
        }
    }

    @Override
    public boolean requestHandover() {
        if (localAccess() != LocalAccess.TOOL) {
            return false;
        }
        handover.request(closeNode);
        return true;
    }

    @Override
    public boolean isHandoverRequested() {
        return handover.isRequested();
    }

    @Override
    public int maxCallBytes() {
        return (int) Math.min(
                Math.min(Integer.MAX_VALUE - 16L, LargeCallLimiter.heapShareBytes()),
                (long) options.get(FactoryOption.MAX_MESSAGE_BYTES) + OVERHEAD_BYTES);
    }

    @Override
    public String providerVersion() {
        return ProductVersion.TEXT;
    }
}
