package dev.restante.servers;

import dev.restante.admin.TransactionDescription;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Decides what is in doubt after a crash, where the server does not: as the page of TomEE tells, by administration of
 * Restante and by SQL for the application's database.
 */
final class InDoubtResolver {

    private final ServerStore store;
    private final ServerDatabases.DatabasePair databases;

    InDoubtResolver(ServerStore store, ServerDatabases.DatabasePair databases) {
        this.store = store;
        this.databases = databases;
    }

    /**
     * For transactions that began with the receiving of a message. The server prepares in the order in which resources
     * took part, and commits in that order: where what was received is not in doubt any more, it has been committed;
     * where it is, nothing has.
     */
    void resolveByPrepareOrder() throws Exception {
        List<TransactionDescription> ofStore = store.transactions();
        Set<String> notCommitted = new HashSet<>();
        for (TransactionDescription branch : ofStore) {
            if (branch.received() > 0) {
                notCommitted.add(globalId(branch));
            }
        }
        for (String branch : branchesOfDatabase()) {
            decideDatabase(branch, !notCommitted.contains(globalId(branch)));
        }
        for (TransactionDescription branch : ofStore) {
            store.resolve(branch.xid(), !notCommitted.contains(globalId(branch)));
        }
    }

    /** All alike. */
    void resolveAll(boolean commit) throws Exception {
        for (String branch : branchesOfDatabase()) {
            decideDatabase(branch, commit);
        }
        for (TransactionDescription branch : store.transactions()) {
            store.resolve(branch.xid(), commit);
        }
    }

    private List<String> branchesOfDatabase() throws SQLException {
        List<String> branches = new ArrayList<>();
        try (Connection connection = databases.shop();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()")) {
            while (found.next()) {
                branches.add(found.getString(1));
            }
        }
        return branches;
    }

    private static String globalId(TransactionDescription branch) {
        return branch.xid().split(":")[1];
    }

    /** In the name that the driver of PostgreSQL gives a branch, written as Restante writes it. */
    private static String globalId(String branchOfDatabase) {
        return HexFormat.of()
                .formatHex(Base64.getDecoder().decode(branchOfDatabase.split("_")[1]));
    }

    private void decideDatabase(String branch, boolean commit) throws SQLException {
        try (Connection connection = databases.shop();
                Statement statement = connection.createStatement()) {
            statement.execute((commit ? "COMMIT" : "ROLLBACK") + " PREPARED '" + branch + "'");
        }
    }
}
