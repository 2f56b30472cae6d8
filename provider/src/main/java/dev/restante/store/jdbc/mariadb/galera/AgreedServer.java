package dev.restante.store.jdbc.mariadb.galera;

/**
 * The server that all nodes write to.
 *
 * @param change how often it was another one before
 * @param sinceMillis when it was agreed on, by its own clock
 * @param server its name, as {@link ServerView#server}
 * @param address as {@link ServerView#address}
 */
record AgreedServer(long change, long sinceMillis, String server, String address) {

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
