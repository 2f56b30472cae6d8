package dev.restante.store.jdbc.mariadb.galera;

/**
 * The server that all nodes write to.
 *
 * @param change counts what was agreed on
 * @param sinceMillis when it was agreed on, by its own clock
 * @param server its name, as {@link ServerView#server}; {@link #NOBODY} while the nodes leave the former one, and it is
 *     to become the next
 * @param address as {@link ServerView#address}
 */
record AgreedServer(long change, long sinceMillis, String server, String address) {

    /** The name of none. */
    static final String NOBODY = "";

    /** Whether the nodes may write to it. */
    boolean isWriter() {
        return !server.equals(NOBODY);
    }

    /** That of a store as it stands there. */
    static AgreedServer of(String server, String change) {
        String[] words = change.split(" ", 3);
        return new AgreedServer(Long.parseLong(words[0]), Long.parseLong(words[1]), server, words[2]);
    }

    /** All but the server, as it stands in the store. */
    String text() {
        return change + " " + sinceMillis + " " + address;
    }
}
