package dev.restante.store.jdbc.mariadb.galera;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Rule that decides whether another server of a Galera cluster may become the designated writer. The writer is recorded
 * in the store, so all nodes move together. A node that alone cannot reach the writer does not move the other nodes.
 */
final class WriterFailoverRule {

    /** Minimum time between two changes of the writer because of the application's connections. */
    static final long MIN_TENURE_MILLIS = TimeUnit.SECONDS.toMillis(20);

    /** Reason why a server may become the designated writer. */
    enum FailoverReason {
        NONE_DESIGNATED,
        /** The writer has left the majority of the cluster, and can commit nothing. */
        WRITER_LEFT,
        /** No node has renewed its lease through the writer, so no node can use it. */
        WRITER_UNREACHABLE,
        /** Connections of the application lead to this server. */
        APPLICATION_MOVED
    }

    private WriterFailoverRule() {}

    /**
     * Decides whether a server may become the writer.
     *
     * @param applicationConnected true if a connection of the application leads to the server
     * @param graceMillis time for which all leases must have expired
     * @return the reason; null if it may not
     */
    static @Nullable FailoverReason mayBecomeWriter(
            GaleraServerState server, boolean applicationConnected, long graceMillis) {
        DesignatedWriter designated = server.designatedWriter();
        if (!server.ready() || !server.synced() || server.isWriter()) {
            return null;
        }
        if (designated == null) {
            return FailoverReason.NONE_DESIGNATED;
        }
        if (isGone(designated, server)) {
            return FailoverReason.WRITER_LEFT;
        }
        if (server.serverClockMillis() - server.leasesUntilMillis() >= graceMillis) {
            return FailoverReason.WRITER_UNREACHABLE;
        }
        return applicationConnected && server.serverClockMillis() - designated.designatedAtMillis() >= MIN_TENURE_MILLIS
                ? FailoverReason.APPLICATION_MOVED
                : null;
    }

    /**
     * Returns whether the writer is gone: its address is missing, or this server has the address now. A server that
     * does not list itself has no valid list.
     */
    private static boolean isGone(DesignatedWriter designated, GaleraServerState server) {
        return server.memberAddresses().contains(server.address())
                && (!server.memberAddresses().contains(designated.address())
                        || designated.address().equals(server.address()));
    }
}
