package dev.restante.ra.outbound;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.LocalTransactionException;
import java.nio.ByteBuffer;
import java.util.UUID;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * Local transaction of a managed connection, as an XA branch committed in one phase. Not thread-safe. The container
 * uses it from one thread at a time.
 */
final class OnePhaseTransaction implements LocalTransaction {

    /** Format id "RESL", which no transaction manager uses. */
    private static final int FORMAT = 0x5245534C;

    private final XAResource resource;
    private @Nullable Xid current;

    OnePhaseTransaction(XAResource resource) {
        this.resource = resource;
    }

    private record LocalXid(UUID id) implements Xid {
        @Override
        public int getFormatId() {
            return FORMAT;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits())
                    .array();
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }

    @Override
    public void begin() throws ResourceException {
        if (current != null) {
            throw new LocalTransactionException("The connection has already begun a local transaction");
        }
        Xid started = new LocalXid(UUID.randomUUID());
        try {
            resource.start(started, XAResource.TMNOFLAGS);
        } catch (XAException failure) {
            throw failed("begun", failure);
        }
        current = started;
    }

    @Override
    public void commit() throws ResourceException {
        Xid committed = takeCurrent();
        try {
            end(committed);
            resource.commit(committed, true);
        } catch (XAException failure) {
            throw failed("committed", failure);
        }
    }

    @Override
    public void rollback() throws ResourceException {
        Xid rolledBack = takeCurrent();
        try {
            resource.end(rolledBack, XAResource.TMFAIL);
            resource.rollback(rolledBack);
        } catch (XAException failure) {
            throw failed("rolled back", failure);
        }
    }

    /** Rolls back an unfinished transaction (RA-30). */
    void reset() throws ResourceException {
        if (current != null) {
            rollback();
        }
    }

    /** Ends a branch. If that fails, only a rollback finishes the branch. */
    private void end(Xid ended) throws XAException {
        try {
            resource.end(ended, XAResource.TMSUCCESS);
        } catch (XAException failure) {
            try {
                resource.rollback(ended);
            } catch (XAException further) {
                failure.addSuppressed(further);
            }
            throw failure;
        }
    }

    private Xid takeCurrent() throws ResourceException {
        Xid taken = current;
        if (taken == null) {
            throw new LocalTransactionException("The connection has not begun a local transaction");
        }
        current = null;
        return taken;
    }

    private static ResourceException failed(String what, XAException failure) {
        return new LocalTransactionException(
                "The local transaction could not be " + what + ": " + failure.getMessage(), failure);
    }
}
