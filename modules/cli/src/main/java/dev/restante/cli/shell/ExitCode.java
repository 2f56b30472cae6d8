package dev.restante.cli.shell;

/** Exit codes of the command-line tool. */
public final class ExitCode {

    /** Success. */
    public static final int OK = 0;

    /** Failure for a reason that no other code names. */
    public static final int FAILED = 1;

    /** Invalid command line, or a value out of its range. */
    public static final int USAGE = 2;

    /** Missing queue, topic, subscription, message, lock or duplicate id, or an unknown outcome token. */
    public static final int NOT_FOUND = 3;

    /** Rejected in the current state: in use, not empty, disabled, protected, or already existing. */
    public static final int REJECTED = 4;

    /** Store that cannot be reached or opened. */
    public static final int STORE_UNREACHABLE = 5;

    /** Wrong user or password. */
    public static final int CREDENTIALS = 6;

    /** No message for {@code receive} within its timeout. */
    public static final int NOTHING_RECEIVED = 7;

    /** Unknown outcome, which {@code store outcome} tells later (SND-09). */
    public static final int OUTCOME_UNKNOWN = 8;

    /** Translation that leaves settings of another provider out, because they have no equivalent. */
    public static final int INCOMPLETE = 9;

    /** End by Ctrl-C, after which completed changes remain. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
