package dev.restante.store.jdbc.mariadb.galera;

/**
 * Server of a Galera cluster that all nodes have agreed to write to, as recorded in the store.
 *
 * @param version number that each designation increments
 * @param designatedAtMillis instant of the designation by the clock of the designated server
 * @param server {@link GaleraServerState#serverName}; {@link #NONE} during a change, while no server is the writer
 * @param address {@link GaleraServerState#address}
 */
record DesignatedWriter(long version, long designatedAtMillis, String server, String address) {

    /** Name of no server. */
    static final String NONE = "";

    boolean isWriter() {
        return !server.equals(NONE);
    }

    /** Decodes the stored values. */
    static DesignatedWriter of(String server, String change) {
        String[] words = change.split(" ", 3);
        return new DesignatedWriter(Long.parseLong(words[0]), Long.parseLong(words[1]), server, words[2]);
    }

    /** Returns the stored form without the server. */
    String encode() {
        return version + " " + designatedAtMillis + " " + address;
    }
}
