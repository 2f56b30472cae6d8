package dev.restante.store.jdbc.table;

import dev.restante.model.DisplayText;
import dev.restante.model.GroupRef;
import dev.restante.store.Change;
import dev.restante.store.MessageGroupRepository;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.Statements;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Repository of message groups that a consumer holds exclusively or that have a state. On a shared store, accepting a
 * group holds the lock for the groups of the entity, as acquisitions do.
 */
public final class JdbcMessageGroupRepository implements MessageGroupRepository {

    private static final String ACQUIRED_ELSEWHERE =
            "SELECT 1 FROM restante_delivery WHERE entity = ? AND state = 3 AND group_id = ? AND owner <> ? LIMIT 1";
    private static final String ACCEPT =
            """
            UPDATE restante_message_group SET owner = ?, acceptance = ?
            WHERE entity = ? AND group_id = ? AND (owner = 0 OR owner = ?)""";
    private static final String EXISTS = "SELECT 1 FROM restante_message_group WHERE entity = ? AND group_id = ?";
    private static final String INSERT =
            "INSERT INTO restante_message_group (owner, acceptance, entity, group_id) VALUES (?, ?, ?, ?)";
    private static final String FORGET =
            """
            DELETE FROM restante_message_group WHERE entity = ? AND group_id = ? AND acceptance = ? AND state IS NULL""";
    private static final String RELEASE =
            "UPDATE restante_message_group SET owner = 0, acceptance = 0 WHERE entity = ? AND group_id = ? AND acceptance = ?";
    private static final String STATE = "SELECT state FROM restante_message_group WHERE entity = ? AND group_id = ?";

    /** Statement that releases all groups of a fenced or unknown incarnation. */
    static final String RELEASE_ALL_OF_NODE =
            "UPDATE restante_message_group SET owner = 0, acceptance = 0 WHERE owner = ?";

    private static final String PUT_STATE =
            "UPDATE restante_message_group SET state = ? WHERE entity = ? AND group_id = ? AND acceptance = ?";

    private final Database database;

    public JdbcMessageGroupRepository(Database database) {
        this.database = database;
    }

    @Override
    public boolean accept(GroupRef group, long incarnation) {
        return database.trackedTransaction(
                "Group '" + DisplayText.shorten(group.groupId()) + "' cannot be accepted", connection -> {
                    database.dialect().lockGroups(connection, group.entityId());
                    if (Statements.exists(
                            connection, ACQUIRED_ELSEWHERE, group.entityId(), group.groupId(), incarnation)) {
                        return false;
                    }
                    int accepted = Statements.update(
                            connection,
                            ACCEPT,
                            incarnation,
                            group.fencingToken(),
                            group.entityId(),
                            group.groupId(),
                            incarnation);
                    if (accepted == 1) {
                        return true;
                    }
                    if (Statements.exists(connection, EXISTS, group.entityId(), group.groupId())) {
                        return false;
                    }
                    return Statements.update(
                                    connection,
                                    INSERT,
                                    incarnation,
                                    group.fencingToken(),
                                    group.entityId(),
                                    group.groupId())
                            == 1;
                });
    }

    @Override
    public Optional<byte[]> state(long entityId, String groupId) {
        return database.read(
                "The state of group '" + DisplayText.shorten(groupId) + "' cannot be read",
                connection -> Statements.first(connection, STATE, row -> row.getBytes(1), entityId, groupId));
    }

    /** Executes a change, and returns false if the group has moved to another consumer. */
    public static boolean apply(StatementCache statements, Change.GroupChange change) throws SQLException {
        if (change instanceof Change.PutGroupState put) {
            PreparedStatement update = statements.prepare(PUT_STATE);
            update.setBytes(1, put.state().length == 0 ? null : put.state());
            bindFence(update, 2, put.group());
            return update.executeUpdate() == 1;
        }
        for (String sql : List.of(FORGET, RELEASE)) {
            PreparedStatement release = statements.prepare(sql);
            bindFence(release, 1, change.group());
            release.executeUpdate();
        }
        return true;
    }

    private static void bindFence(PreparedStatement statement, int first, GroupRef group) throws SQLException {
        statement.setLong(first, group.entityId());
        statement.setString(first + 1, group.groupId());
        statement.setLong(first + 2, group.fencingToken());
    }
}
