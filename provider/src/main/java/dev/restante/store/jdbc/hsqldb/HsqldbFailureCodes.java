package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.FailureCodes;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** HSQLDB numbers its failures, with numbers below 0. */
public final class HsqldbFailureCodes implements FailureCodes {

    /** The SQLSTATE of what goes wrong inside. */
    private static final String GENERAL_ERROR = "S1000";

    /** The database was shut down or its session closed under us. */
    private static final Set<Integer> CONNECTION_GONE = Set.of(-1303, -1350, -458, -459, -1313);

    /** A file can't be read, written or made longer, as on a full disk. */
    private static final Set<Integer> DISK_FAILED = Set.of(-452, -466, -467, -468);

    /** No such object or no right to it; only an administrator, or the owner of the schema. */
    private static final Set<Integer> INSUFFICIENT_RIGHTS = Set.of(-5501, -5507, -5505);

    /** Whether a read of a row by its key has failed because of what is in the files there. */
    static boolean isDamage(SQLException failure) {
        return GENERAL_ERROR.equals(failure.getSQLState()) && !CONNECTION_GONE.contains(failure.getErrorCode());
    }

    @Override
    public @Nullable Kind kindOf(SQLException failure) {
        return CONNECTION_GONE.contains(failure.getErrorCode()) || DISK_FAILED.contains(failure.getErrorCode())
                ? Kind.UNAVAILABLE
                : null;
    }

    /** Its statements wait for locks as long as others have them. */
    @Override
    public boolean isLockTimeout(SQLException failure) {
        return false;
    }

    /** It is in this process. */
    @Override
    public boolean noConnectionLeft(SQLException failure) {
        return false;
    }

    @Override
    public boolean takesNoChanges(SQLException failure) {
        return FailureCodes.NONE.takesNoChanges(failure);
    }

    /** Also where there is nothing of the name: it does not say which. */
    @Override
    public boolean rightMissing(SQLException failure) {
        return INSUFFICIENT_RIGHTS.contains(failure.getErrorCode());
    }

    /** It has no server that could end one. */
    @Override
    public boolean endsSession(SQLException failure) {
        return false;
    }

    /** A statement that fails is undone alone. */
    @Override
    public boolean endsTransaction(SQLException failure) {
        return false;
    }

    @Override
    public boolean mayHaveCommitted(SQLException failure) {
        return false;
    }
}
