package dev.restante.store;

/**
 * Exception for a database that has lost committed transactions, after a restore or a failover to a standby with
 * missing data. The cached state of the node is then invalid.
 */
public final class LostCommitsException extends StoreException {

    private static final long serialVersionUID = 1L;

    public LostCommitsException(String message) {
        super(StoreFailureKind.FENCED, message, null);
    }
}
