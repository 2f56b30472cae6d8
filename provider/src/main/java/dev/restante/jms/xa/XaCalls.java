package dev.restante.jms.xa;

import dev.restante.broker.BranchException;
import dev.restante.broker.TransactionBranches;
import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The calls that all XA resources have in common: the completion of branches, and the error codes for a transaction
 * manager.
 */
final class XaCalls {

    private XaCalls() {}

    interface Call<T> {
        T run() throws XAException;
    }

    interface Action {
        void run() throws XAException;
    }

    static <T> T translated(Call<T> call) throws XAException {
        try {
            return call.run();
        } catch (BranchException refusal) {
            throw failure(code(refusal.reason()), String.valueOf(refusal.getMessage()), refusal);
        } catch (RuntimeException unexpected) {
            throw failure(XAException.XAER_RMERR, "Unexpected failure: " + unexpected, unexpected);
        }
    }

    /**
     * The completion of a branch. Where that fails unexpectedly, what is prepared is still prepared, and of what is not
     * nobody knows: the transaction manager is told to ask again, because XAER_RMERR would be "rolled back" to it.
     */
    static void completed(Action action) throws XAException {
        try {
            translatedRun(action);
        } catch (XAException failure) {
            if (failure.errorCode == XAException.XAER_RMERR) {
                failure.errorCode = XAException.XAER_RMFAIL;
            }
            throw failure;
        }
    }

    static void translatedRun(Action action) throws XAException {
        boolean done = translated(() -> {
            action.run();
            return true;
        });
        assert done;
    }

    private static int code(BranchException.Reason reason) {
        return switch (reason) {
            case NOT_FOUND -> XAException.XAER_NOTA;
            case DUPLICATE -> XAException.XAER_DUPID;
            case PROTOCOL -> XAException.XAER_PROTO;
            case ROLLED_BACK -> XAException.XA_RBROLLBACK;
            case TIMED_OUT -> XAException.XA_RBTIMEOUT;
            case HEURISTICALLY_COMMITTED -> XAException.XA_HEURCOM;
            case HEURISTICALLY_ROLLED_BACK -> XAException.XA_HEURRB;
            // Also of one phase: managers take it for a hazard there, and for a reason to ask again elsewhere.
            case UNAVAILABLE, IN_DOUBT -> XAException.XAER_RMFAIL;
            case FAILED -> XAException.XAER_RMERR;
        };
    }

    static XAException failure(int code, String text, @Nullable Throwable cause) {
        XAException failure = new XAException(text);
        failure.errorCode = code;
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }

    static XAException failure(int code, String text) {
        return failure(code, text, null);
    }

    static XAException invalidFlags(String call, int flags) {
        return failure(XAException.XAER_INVAL, call + " has no flags 0x" + Integer.toHexString(flags));
    }

    static BranchId id(@Nullable Xid xid) throws XAException {
        if (xid == null || xid.getFormatId() == -1) {
            throw failure(XAException.XAER_INVAL, "The xid is null");
        }
        try {
            return new BranchId(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
        } catch (IllegalArgumentException | NullPointerException invalid) {
            throw failure(XAException.XAER_INVAL, "The xid is invalid: " + invalid.getMessage(), invalid);
        }
    }

    /** What is in doubt in the store. */
    static Xid[] prepared(TransactionBranches branches) {
        return branches.prepared().stream()
                .map(Branch::xid)
                .map(RecoveredXid::new)
                .toArray(Xid[]::new);
    }

    /** An xid as {@code recover} returns it. */
    private record RecoveredXid(BranchId id) implements Xid {
        @Override
        public int getFormatId() {
            return id.formatId();
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return id.globalId();
        }

        @Override
        public byte[] getBranchQualifier() {
            return id.qualifier();
        }
    }
}
