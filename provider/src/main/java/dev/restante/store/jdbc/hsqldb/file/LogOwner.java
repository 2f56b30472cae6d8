package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Interface through which a {@link PreallocatedLog}, HSQLDB's transaction log, reports write failures and its end to
 * the {@link HsqldbFileAccess} of its database.
 */
interface LogOwner {

    /**
     * Returns the failure because of which some commits would not survive a crash, or null if all commits are durable.
     */
    @Nullable
    IOException failure();

    /** Records a failure. Later commits are not durable until a checkpoint succeeds. */
    void onWriteFailure(IOException cause);

    /** Returns whether the current thread commits and forces the log itself. */
    boolean isForcedByCaller();

    /** Records the end of the log; nothing is durable before the next log has begun. */
    void onLogClosed();
}
