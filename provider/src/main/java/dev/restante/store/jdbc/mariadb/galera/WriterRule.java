package dev.restante.store.jdbc.mariadb.galera;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Says when another server may become the one that all nodes write to. Which one that is stands in the store, so all
 * nodes move together; a node that can't reach it moves nobody who can.
 */
final class WriterRule {

    /** Servers that applications prefer change places no faster. */
    static final long REST_MILLIS = TimeUnit.SECONDS.toMillis(20);

    /** Why a server may become the writer. */
    enum Reason {
        /** None was agreed on. */
        FIRST,
        /** The writer has left the cluster, as the majority sees it: it can commit nothing. */
        GONE,
        /** No node has renewed its lease through it: whether it lives or not, nobody can use it. */
        UNUSED,
        /** Connections of the application lead to this one. */
        FOLLOWED
    }

    private WriterRule() {}

    /**
     * Whether a server may become the writer.
     *
     * @param led whether a connection of the application leads to it
     * @param graceMillis for how long all leases must be over
     * @return why; null if it may not
     */
    static @Nullable Reason mayBecomeWriter(ServerView server, boolean led, long graceMillis) {
        AgreedServer agreed = server.agreed();
        if (!server.ready() || !server.synced() || server.isWriter()) {
            return null;
        }
        if (agreed == null) {
            return Reason.FIRST;
        }
        if (isGone(agreed, server)) {
            return Reason.GONE;
        }
        if (server.nowMillis() - server.leasesUntilMillis() >= graceMillis) {
            return Reason.UNUSED;
        }
        return led && server.nowMillis() - agreed.sinceMillis() >= REST_MILLIS ? Reason.FOLLOWED : null;
    }

    /** Who does not see himself sees nobody. Where a server has taken the place of another, the latter is gone. */
    private static boolean isGone(AgreedServer agreed, ServerView server) {
        return server.members().contains(server.address())
                && (!server.members().contains(agreed.address())
                        || agreed.address().equals(server.address()));
    }
}
