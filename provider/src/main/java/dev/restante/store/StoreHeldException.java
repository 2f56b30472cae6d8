package dev.restante.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The files of an embedded database are in the hands of somebody else, who has its lock. */
public final class StoreHeldException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final transient Path database;
    private final boolean byOtherProcess;
    private final boolean givesWay;

    /**
     * A refusal.
     *
     * @param database the path of the database, without an ending
     * @param byOtherProcess whether it is not this one that has it
     * @param givesWay whether that one gives it up for somebody who does not
     */
    public StoreHeldException(
            String message, Path database, boolean byOtherProcess, boolean givesWay, @Nullable Throwable cause) {
        super(Kind.UNAVAILABLE, message, cause);
        this.database = database;
        this.byOtherProcess = byOtherProcess;
        this.givesWay = givesWay;
    }

    /** The path of the database, without an ending. */
    public Path database() {
        return database;
    }

    /** Whether whoever has it gives it up for somebody who does not. */
    public boolean givesWay() {
        return givesWay;
    }

    /** Whether it is not this process that has it. */
    public boolean byOtherProcess() {
        return byOtherProcess;
    }
}
