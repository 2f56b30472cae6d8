package dev.restante;

/**
 * The ways in which the processes of one user share an embedded store in files: one of them has it, and the others can
 * administer it through a local socket. Without meaning for other stores.
 */
public enum LocalAccess {
    /**
     * For applications. The process that has the store can be administered by others. Where a tool has it, that is
     * asked to give it up, and does so at once; where another application has it, opening it is refused.
     */
    APPLICATION,
    /**
     * For tools, such as the command line. {@link RestanteConnectionFactory#admin} reaches the process that has the
     * store, if there is one. If there is none, the tool opens the store itself, and gives it up as soon as an
     * application wants it: its administration then goes on in the application's process, its connections fail.
     */
    TOOL,
    /** No socket: the process that has the store can't be administered by others, and asks nobody for the store. */
    OFF
}
