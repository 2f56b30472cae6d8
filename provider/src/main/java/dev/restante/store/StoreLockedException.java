package dev.restante.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Exception for an embedded database that another process or another store object of this process has locked. */
public final class StoreLockedException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final transient Path database;
    private final boolean lockedByOtherProcess;
    private final boolean yieldsToApplication;

    /**
     * Creates an exception.
     *
     * @param database path of the database, without an extension
     * @param yieldsToApplication true if the lock belongs to a tool that hands the store over to an application
     */
    public StoreLockedException(
            String message,
            Path database,
            boolean lockedByOtherProcess,
            boolean yieldsToApplication,
            @Nullable Throwable cause) {
        super(StoreFailureKind.UNAVAILABLE, message, cause);
        this.database = database;
        this.lockedByOtherProcess = lockedByOtherProcess;
        this.yieldsToApplication = yieldsToApplication;
    }

    public Path database() {
        return database;
    }

    /** Returns whether the lock belongs to a tool that hands the store over to an application. */
    public boolean yieldsToApplication() {
        return yieldsToApplication;
    }

    public boolean lockedByOtherProcess() {
        return lockedByOtherProcess;
    }
}
