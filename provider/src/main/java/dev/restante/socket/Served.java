package dev.restante.socket;

/** The node that is served to other processes. Thread-safe. */
public interface Served extends Calls.Maker {

    /** Whether the store's database accepts a user and a password. */
    boolean accepts(String user, String password);

    /**
     * Begins to give the store up, for the application of another process.
     *
     * @return false if it is not given up, because an application has it here, too
     */
    boolean giveUp();

    /** True if the store is being given up: nobody is let in any more who would administer it. */
    boolean isGivenUp();

    /** The most bytes that a call may have; larger ones are not read. */
    int mostBytes();

    /** The release of this process, for messages. */
    String release();
}
