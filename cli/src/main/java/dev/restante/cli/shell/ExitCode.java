package dev.restante.cli.shell;

/** The exit codes of the command, for scripts. */
public final class ExitCode {

    /** Done. */
    public static final int OK = 0;

    /** It failed for a reason that no other code names. */
    public static final int FAILED = 1;

    /** The command line can't be understood, or a value is out of its range. */
    public static final int USAGE = 2;

    /** There is no such queue, topic, subscription, message, lock or duplicate id; no trace of a token. */
    public static final int NOT_FOUND = 3;

    /** Refused as things stand: in use, not empty, disabled, protected, exists already. */
    public static final int REFUSED = 4;

    /** The store can't be reached or opened. */
    public static final int STORE_UNREACHABLE = 5;

    /** User or password are wrong. */
    public static final int CREDENTIALS = 6;

    /** {@code receive} got nothing within its time. */
    public static final int NOTHING_RECEIVED = 7;

    /** Nobody knows now whether it took effect: {@code store outcome} tells it later (SND-09). */
    public static final int OUTCOME_UNKNOWN = 8;

    /** Ended by Ctrl-C; what was done stays done. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
