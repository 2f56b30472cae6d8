package dev.restante;

import dev.restante.NodeOpener.OpenNode;
import dev.restante.jms.Connections;
import dev.restante.model.StoredText;
import dev.restante.socket.Call;
import dev.restante.socket.GivingUp;
import dev.restante.socket.LargeCalls;
import dev.restante.socket.LocalSocket;
import dev.restante.socket.PacedLog;
import dev.restante.socket.Served;
import dev.restante.store.StoreException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node of an embedded store as other processes have it through the local socket. */
final class NodeSocket implements Served {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSocket.class);

    private static final PacedLog UNCHECKED = new PacedLog();

    /** Beside the largest message: the state of a message group may be as large as that. */
    private static final int BESIDE_A_MESSAGE = 1 << 20;

    private final OpenNode node;
    private final NodeSettings settings;
    private final GivingUp givingUp;
    private final Runnable end;

    private NodeSocket(OpenNode node, NodeSettings settings, GivingUp givingUp, Runnable end) {
        this.node = node;
        this.settings = settings;
        this.givingUp = givingUp;
        this.end = end;
    }

    /**
     * The socket of a node, which does not listen yet.
     *
     * @param end ends the node, whoever uses it
     * @return null where it is not served
     */
    static @Nullable LocalSocket of(OpenNode node, NodeSettings settings, GivingUp givingUp, Runnable end) {
        Path files = node.store().traits().files();
        return files == null || settings.localAccess() == LocalAccess.OFF
                ? null
                : LocalSocket.of(files, new NodeSocket(node, settings, givingUp, end));
    }

    @Override
    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
        return givingUp.make((each, given) -> each.on(node.broker(), given), call, arguments);
    }

    @Override
    public boolean accepts(String user, String password) {
        try {
            return StoredText.isStorable(user)
                    && StoredText.isStorable(password)
                    && node.store().authenticate(user, password);
        } catch (StoreException failure) {
            UNCHECKED.write(leftOut -> LOG.warn(
                    "The credentials of a process at the local socket can't be checked; {} such failures before it were"
                            + " not logged",
                    leftOut,
                    failure));
            return false;
        }
    }

    @Override
    public boolean giveUp() {
        if (settings.localAccess() != LocalAccess.TOOL) {
            return false;
        }
        givingUp.ask(end);
        return true;
    }

    @Override
    public boolean isGivenUp() {
        return givingUp.isAsked();
    }

    @Override
    public int mostBytes() {
        return (int) Math.min(
                Math.min(Integer.MAX_VALUE - 16L, LargeCalls.partOfHeap()),
                (long) settings.maxMessageBytes() + BESIDE_A_MESSAGE);
    }

    @Override
    public String release() {
        return Connections.providerVersion();
    }
}
