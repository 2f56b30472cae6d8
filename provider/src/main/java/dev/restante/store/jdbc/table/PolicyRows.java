package dev.restante.store.jdbc.table;

import dev.restante.model.policy.OptionPolicy;
import dev.restante.model.policy.PolicySet;
import dev.restante.option.PolicyKind;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.OptionsCodec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Rows of {@code restante_policy}. Each creation of an entity and each change of policies locks
 * {@link LockRow#POLICIES}, so an entity is created with the policies that are in force at its commit.
 */
final class PolicyRows {

    private static final String NO_POLICIES = "0";

    private PolicyRows() {}

    /**
     * Locks and reads the policies.
     *
     * @param lock the end of a SELECT that locks its row: shared for the creation of an entity, exclusive for a change
     */
    static PolicySet read(Connection connection, String lock) throws SQLException {
        return LockRow.POLICIES.read(connection, lock).equals(NO_POLICIES)
                ? PolicySet.EMPTY
                : new PolicySet(Statements.list(
                        connection,
                        "SELECT kind, pattern, precedence, options FROM restante_policy",
                        PolicyRows::readRow));
    }

    private static OptionPolicy readRow(ResultSet row) throws SQLException {
        return new OptionPolicy(
                kind(row.getInt(1)), row.getString(2), row.getInt(3), OptionsCodec.decode(row.getString(4), ""));
    }

    /** Replaces the policies. The caller holds the exclusive lock. */
    static void replace(Connection connection, PolicySet former, PolicySet policies) throws SQLException {
        for (OptionPolicy policy : former.policies()) {
            if (!policies.policies().contains(policy)) {
                Statements.update(
                        connection,
                        "DELETE FROM restante_policy WHERE kind = ? AND pattern = ?",
                        code(policy.kind()),
                        policy.pattern());
            }
        }
        for (OptionPolicy policy : policies.policies()) {
            if (!former.policies().contains(policy)) {
                Statements.update(
                        connection,
                        "INSERT INTO restante_policy (kind, pattern, precedence, options) VALUES (?, ?, ?, ?)",
                        code(policy.kind()),
                        policy.pattern(),
                        policy.precedence(),
                        OptionsCodec.encode(policy.options(), ""));
            }
        }
        LockRow.POLICIES.write(connection, String.valueOf(policies.policies().size()));
    }

    /** Returns the stored code of a kind, which never changes its meaning. */
    private static int code(PolicyKind kind) {
        return switch (kind) {
            case QUEUES -> 1;
            case TOPICS -> 2;
            case SUBSCRIPTIONS -> 3;
            case DEAD_LETTER_QUEUES -> 4;
        };
    }

    private static PolicyKind kind(int code) {
        for (PolicyKind kind : PolicyKind.values()) {
            if (code(kind) == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown code of a kind of policies: " + code);
    }
}
