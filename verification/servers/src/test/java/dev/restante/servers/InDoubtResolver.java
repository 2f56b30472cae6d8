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
 * Resolver of branches that TomEE leaves in doubt after a crash. It follows the documentation page of TomEE: it decides
 * branches of Restante through the administration API and branches of the application's database by SQL.
 */
final class InDoubtResolver {

    private final ServerStore store;
    private final ServerDatabases.DatabasePair databases;

    InDoubtResolver(ServerStore store, ServerDatabases.DatabasePair databases) {
        this.store = store;
        this.databases = databases;
    }

    /**
     * Decides the in-doubt branches of transactions that began with a receive. The server prepares and commits the
     * resources in the order of their enlistment. If the receiving branch is no longer in doubt, the server has
     * committed it, so this method commits the other branches. If the receiving branch is still in doubt, the server
     * has committed no branch, so this method rolls all branches back.
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

    /** Commits or rolls back all in-doubt branches. */
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

    /** Returns the global transaction id from a branch name of the PostgreSQL driver, in the notation of Restante. */
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
