package dev.restante.store.jdbc.mariadb.galera;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a Galera cluster as one of its servers reports it.
 *
 * @param serverName unique name of the server, with machine and port
 * @param address address in the cluster
 * @param ready true if the server belongs to the majority of the cluster and accepts statements
 * @param synced true if the server has applied all commits and does not supply a joining server
 * @param memberAddresses addresses in the majority
 * @param designatedWriter null if none yet
 * @param serverClockMillis time of its clock
 * @param leasesUntilMillis latest end of a node's lease; 0 if there is none
 */
record GaleraServerState(
        String serverName,
        String address,
        boolean ready,
        boolean synced,
        List<String> memberAddresses,
        @Nullable DesignatedWriter designatedWriter,
        long serverClockMillis,
        long leasesUntilMillis) {

    GaleraServerState {
        memberAddresses = List.copyOf(memberAddresses);
    }

    boolean isWriter() {
        return designatedWriter != null && designatedWriter.server().equals(serverName);
    }
}
