package dev.restante.ra;

/**
 * A user of the store's database, and his password.
 *
 * @param password never shown
 */
record Credentials(String user, String password) {

    @Override
    public String toString() {
        return "Credentials[user=" + user + "]";
    }
}
