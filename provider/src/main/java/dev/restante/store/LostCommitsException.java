package dev.restante.store;

/**
 * The database is older than it was: it has lost what it had committed, because it was restored or a standby that had
 * not got all has become the primary. What the node knows of it does not hold any more.
 */
public final class LostCommitsException extends StoreException {

    private static final long serialVersionUID = 1L;

    public LostCommitsException(String message) {
        super(Kind.FENCED, message, null);
    }
}
