package dev.restante.store.jdbc.database;

import dev.restante.store.StoreException.Kind;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The failure codes of one database; {@link StoreFailures} knows those of the standard. */
public interface FailureCodes {

    /** Those of a database that is not known yet. */
    FailureCodes NONE = new FailureCodes() {
        @Override
        public @Nullable Kind kindOf(SQLException failure) {
            return null;
        }

        @Override
        public boolean isLockTimeout(SQLException failure) {
            return false;
        }

        @Override
        public boolean endsSession(SQLException failure) {
            return false;
        }

        @Override
        public boolean noConnectionLeft(SQLException failure) {
            return false;
        }

        @Override
        public boolean takesNoChanges(SQLException failure) {
            return "25006".equals(failure.getSQLState());
        }

        @Override
        public boolean rightMissing(SQLException failure) {
            return false;
        }

        @Override
        public boolean endsTransaction(SQLException failure) {
            return false;
        }

        @Override
        public boolean mayHaveCommitted(SQLException failure) {
            return false;
        }
    };

    /**
     * What a failure means that has an SQLSTATE of five characters.
     *
     * @return null where it means what the standard says
     */
    @Nullable
    Kind kindOf(SQLException failure);

    /** Whether a statement has waited for somebody else's lock for as long as it may. */
    boolean isLockTimeout(SQLException failure);

    /** Whether a server ends the session with it, besides what the standard calls a lost connection. */
    boolean endsSession(SQLException failure);

    /** Whether a server opens no connection because it, or the user, has as many as it may have. */
    boolean noConnectionLeft(SQLException failure);

    /** Returns whether a server, or a session, only reads: it is a standby or a replica, or was told so. */
    boolean takesNoChanges(SQLException failure);

    /** A missing right of the user. */
    boolean rightMissing(SQLException failure);

    /** Whether a server has rolled back the whole transaction with it, savepoints included. */
    boolean endsTransaction(SQLException failure);

    /** True if a server may say so of a COMMIT that it has carried out, though no connection was lost. */
    boolean mayHaveCommitted(SQLException failure);
}
