package dev.restante.store.jdbc.table;

import dev.restante.model.BranchId;
import dev.restante.model.StoredBranch;
import dev.restante.store.BranchRepository;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.BranchCodec;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repository of prepared and heuristically decided XA transaction branches. */
public final class JdbcBranchRepository implements BranchRepository {

    private static final String COLUMNS =
            "id, format_id, global_transaction_id, branch_qualifier, state, incarnation, prepared_at, content FROM restante_xa_branch";
    private static final String FIND =
            "SELECT " + COLUMNS + " WHERE format_id = ? AND global_transaction_id = ? AND branch_qualifier = ?";
    private static final String LIST = "SELECT " + COLUMNS + " ORDER BY prepared_at, id";
    private static final String PREPARE =
            """
            INSERT INTO restante_xa_branch (id, format_id, global_transaction_id, branch_qualifier, state, incarnation, prepared_at, content)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String FORGET = "DELETE FROM restante_xa_branch WHERE id = ? AND state = ?";
    private static final String DECIDE = "UPDATE restante_xa_branch SET state = ? WHERE id = ? AND state = 1";
    private static final String DELETE_DUPLICATE_ID =
            "DELETE FROM restante_duplicate_id WHERE entity = ? AND duplicate_id = ? AND kept_until + 0 = ?";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcBranchRepository.class);

    private final Database database;

    public JdbcBranchRepository(Database database) {
        this.database = database;
    }

    @Override
    public Optional<StoredBranch> find(BranchId xid) {
        return database.read(
                "Transaction branch " + xid + " cannot be read",
                connection -> Statements.first(
                        connection, FIND, JdbcBranchRepository::read, xid.formatId(), xid.globalId(), xid.qualifier()));
    }

    @Override
    public List<StoredBranch> list() {
        return database.read("The transaction branches cannot be read", connection -> {
            List<StoredBranch> branches = new ArrayList<>();
            Statements.forEach(connection, LIST, row -> {
                try {
                    branches.add(read(row));
                } catch (StoreException e) {
                    // An unreadable branch stays in the store and does not hide other branches.
                    LOG.error(
                            "Restante omits an unreadable prepared branch from the list of branches: {}",
                            e.getMessage(),
                            e);
                }
            });
            return branches;
        });
    }

    private static StoredBranch read(ResultSet row) throws SQLException {
        long id = row.getLong(1);
        try {
            BranchCodec.BranchContent content = BranchCodec.decode(row.getBytes(8), id);
            return new StoredBranch(
                    id,
                    new BranchId(row.getInt(2), row.getBytes(3), row.getBytes(4)),
                    StoredBranch.StoredBranchState.ofCode(row.getInt(5)),
                    row.getLong(6),
                    row.getLong(7),
                    content.sentDeliveries(),
                    content.receivedDeliveries(),
                    content.duplicateIds());
        } catch (RuntimeException e) {
            throw new StoreException(
                    StoreException.StoreFailureKind.FATAL,
                    "Transaction branch " + id + " cannot be read: " + e.getMessage(),
                    e);
        }
    }

    /** Executes a change, and returns false if the branch is not in the required state. */
    public static boolean apply(StatementCache statements, Change.BranchChange change) throws SQLException {
        if (change instanceof Change.PrepareBranch prepare) {
            StoredBranch branch = prepare.branch();
            PreparedStatement insert = statements.prepare(PREPARE);
            insert.setLong(1, branch.id());
            insert.setInt(2, branch.xid().formatId());
            insert.setBytes(3, branch.xid().globalId());
            insert.setBytes(4, branch.xid().qualifier());
            insert.setInt(5, branch.state().code());
            insert.setLong(6, branch.incarnation());
            insert.setLong(7, branch.preparedAtMillis());
            insert.setBytes(8, BranchCodec.encode(branch));
            return insert.executeUpdate() == 1;
        } else if (change instanceof Change.DecideBranch decide) {
            PreparedStatement update = statements.prepare(DECIDE);
            update.setInt(1, decide.state().code());
            update.setLong(2, decide.branchId());
            return update.executeUpdate() == 1;
        } else if (change instanceof Change.ForgetBranch forget) {
            PreparedStatement delete = statements.prepare(FORGET);
            delete.setLong(1, forget.branchId());
            delete.setInt(2, forget.state().code());
            return delete.executeUpdate() == 1;
        }
        throw new IllegalArgumentException("No statement for " + change);
    }

    public static void apply(StatementCache statements, Change.RemoveDuplicateId forget) throws SQLException {
        PreparedStatement delete = statements.prepare(DELETE_DUPLICATE_ID);
        delete.setLong(1, forget.id().entityId());
        delete.setString(2, forget.id().duplicateId());
        delete.setLong(3, forget.id().keptUntil());
        delete.executeUpdate();
    }
}
