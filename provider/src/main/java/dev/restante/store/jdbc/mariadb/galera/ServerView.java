package dev.restante.store.jdbc.mariadb.galera;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server of a cluster says of itself, of the others and of the store.
 *
 * @param server its name, with its machine and port: no other server has the same
 * @param address by which the cluster knows it
 * @param ready whether it belongs to the part of the cluster that has the majority, and takes statements
 * @param synced whether it has all that was committed, and gives nothing to a server that joins
 * @param members the addresses of all servers of that part
 * @param agreed null where no writer was agreed on yet
 * @param nowMillis its clock
 * @param leasesUntilMillis until when the last lease of a node lasts; 0 if there is none
 */
record ServerView(
        String server,
        String address,
        boolean ready,
        boolean synced,
        List<String> members,
        @Nullable AgreedServer agreed,
        long nowMillis,
        long leasesUntilMillis) {

    ServerView {
        members = List.copyOf(members);
    }

    boolean isWriter() {
        return agreed != null && agreed.server().equals(server);
    }
}
