package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The owner of a log: has begun it, and remembers whether what is in it is durable. */
interface LogOwner {

    /** Why not everything that was committed would survive a crash, or null if it would. */
    @Nullable
    IOException failure();

    /**
     * Nothing that is committed from now on is durable. Told once for an outage, through which a checkpoint may help
     * now and then.
     */
    void fail(IOException cause);

    /** Whether whoever commits on this thread forces the log himself. */
    boolean forcedByCaller();

    /** The log ends, and nothing is durable before the next has begun. */
    void logClosed();
}
