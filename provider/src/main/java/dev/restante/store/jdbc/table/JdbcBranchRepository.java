package dev.restante.store.jdbc.table;

import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import dev.restante.store.BranchRepository;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.BranchCodec;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transaction branches in their table. */
public final class JdbcBranchRepository implements BranchRepository {

    private static final String COLUMNS =
            "id, format_id, global_id, qualifier, state, incarnation, prepared_at, content FROM restante_xa_branch";
    private static final String FIND = "SELECT " + COLUMNS + " WHERE format_id = ? AND global_id = ? AND qualifier = ?";
    private static final String LIST = "SELECT " + COLUMNS + " ORDER BY prepared_at, id";
    private static final String PREPARE =
            """
            INSERT INTO restante_xa_branch (id, format_id, global_id, qualifier, state, incarnation, prepared_at, content)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String FORGET = "DELETE FROM restante_xa_branch WHERE id = ? AND state = ?";
    private static final String DECIDE = "UPDATE restante_xa_branch SET state = ? WHERE id = ? AND state = 1";
    private static final String FORGET_ONCE =
            "DELETE FROM restante_duplicate_id WHERE entity = ? AND duplicate_id = ? AND kept_until + 0 = ?";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcBranchRepository.class);

    private final Database database;

    public JdbcBranchRepository(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Branch> find(BranchId xid) {
        return database.read("transaction branch " + xid + " can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(FIND)) {
                bind(select, 1, xid);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(read(row)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public List<Branch> list() {
        return database.read("transaction branches can't be read", connection -> {
            List<Branch> branches = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(LIST);
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    try {
                        branches.add(read(rows));
                    } catch (StoreException e) {
                        // It stays as it is; others are not to wait for it.
                        LOG.error("A prepared transaction is left out: {}", e.getMessage(), e);
                    }
                }
            }
            return branches;
        });
    }

    private static Branch read(ResultSet row) throws SQLException {
        long id = row.getLong(1);
        try {
            BranchCodec.Work work = BranchCodec.decode(row.getBytes(8), id);
            return new Branch(
                    id,
                    new BranchId(row.getInt(2), row.getBytes(3), row.getBytes(4)),
                    Branch.State.ofCode(row.getInt(5)),
                    row.getLong(6),
                    row.getLong(7),
                    work.sent(),
                    work.received(),
                    work.duplicateIds());
        } catch (RuntimeException e) {
            throw new StoreException(
                    StoreException.Kind.FATAL, "transaction branch " + id + " can't be read: " + e.getMessage(), e);
        }
    }

    private static void bind(PreparedStatement statement, int first, BranchId xid) throws SQLException {
        statement.setInt(first, xid.formatId());
        statement.setBytes(first + 1, xid.globalId());
        statement.setBytes(first + 2, xid.qualifier());
    }

    /** Executes a change; false if the branch is not in the state that it is for. */
    public static boolean apply(StatementCache statements, Change.OfBranch change) throws SQLException {
        if (change instanceof Change.PrepareBranch prepare) {
            Branch branch = prepare.branch();
            PreparedStatement insert = statements.get(PREPARE);
            insert.setLong(1, branch.id());
            bind(insert, 2, branch.xid());
            insert.setInt(5, branch.state().code());
            insert.setLong(6, branch.incarnation());
            insert.setLong(7, branch.preparedAtMillis());
            insert.setBytes(8, BranchCodec.encode(branch));
            return insert.executeUpdate() == 1;
        } else if (change instanceof Change.DecideBranch decide) {
            PreparedStatement update = statements.get(DECIDE);
            update.setInt(1, decide.state().code());
            update.setLong(2, decide.branchId());
            return update.executeUpdate() == 1;
        } else if (change instanceof Change.ForgetBranch forget) {
            PreparedStatement delete = statements.get(FORGET);
            delete.setLong(1, forget.branchId());
            delete.setInt(2, forget.state().code());
            return delete.executeUpdate() == 1;
        }
        throw new IllegalArgumentException("no statement for " + change);
    }

    public static void apply(StatementCache statements, Change.ForgetOnce forget) throws SQLException {
        PreparedStatement delete = statements.get(FORGET_ONCE);
        delete.setLong(1, forget.id().entityId());
        delete.setString(2, forget.id().duplicateId());
        delete.setLong(3, forget.id().keptUntil());
        delete.executeUpdate();
    }
}
