package dev.restante.option;

/**
 * Option for how processes of one user share an embedded store in files: application, tool, or no sharing. One process
 * has the store open, and the other processes can administer it through a local socket. The option has no effect on
 * other stores.
 */
public enum LocalAccess {
    /**
     * For applications. Other processes can administer the process that has the store open. If a tool has the store
     * open, the tool hands it over immediately. If another application has it open, opening the store fails.
     */
    APPLICATION,
    /**
     * For tools, such as the command line. {@link dev.restante.RestanteConnectionFactory#admin} connects to the process
     * that has the store open. If there is none, the tool opens the store, and hands it over as soon as an application
     * needs it. The tool's administration then continues in the process of the application, but its connections fail.
     */
    TOOL,
    /** No socket. Other processes cannot administer this process, and this process does not request a handover. */
    OFF
}
