package dev.restante.jms.xa;

import dev.restante.broker.BranchException;
import dev.restante.broker.TransactionBranches;
import dev.restante.model.BranchId;
import dev.restante.model.StoredBranch;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** Execution of XA calls with translation of failures into XA error codes. */
final class XaExceptionTranslation {

    private XaExceptionTranslation() {}

    interface XaCallable<T> {
        T run() throws XAException;
    }

    interface XaAction {
        void run() throws XAException;
    }

    static <T> T call(XaCallable<T> call) throws XAException {
        try {
            return call.run();
        } catch (BranchException refusal) {
            throw failure(code(refusal.reason()), String.valueOf(refusal.getMessage()), refusal);
        } catch (RuntimeException unexpected) {
            throw failure(XAException.XAER_RMERR, "Unexpected failure: " + unexpected, unexpected);
        }
    }

    /**
     * Executes the completion of a branch. After an unexpected failure a prepared branch is still prepared, and the
     * outcome of any other branch is unknown. The method replaces XAER_RMERR, which transaction managers would take for
     * a rollback, with XAER_RMFAIL, so that they retry.
     */
    static void runCompletion(XaAction action) throws XAException {
        try {
            run(action);
        } catch (XAException failure) {
            if (failure.errorCode == XAException.XAER_RMERR) {
                failure.errorCode = XAException.XAER_RMFAIL;
            }
            throw failure;
        }
    }

    static void run(XaAction action) throws XAException {
        boolean done = call(() -> {
            action.run();
            return true;
        });
        assert done;
    }

    private static int code(BranchException.BranchErrorReason reason) {
        return switch (reason) {
            case NOT_FOUND -> XAException.XAER_NOTA;
            case DUPLICATE -> XAException.XAER_DUPID;
            case PROTOCOL_ERROR -> XAException.XAER_PROTO;
            case ROLLED_BACK -> XAException.XA_RBROLLBACK;
            case TIMED_OUT -> XAException.XA_RBTIMEOUT;
            case HEURISTICALLY_COMMITTED -> XAException.XA_HEURCOM;
            case HEURISTICALLY_ROLLED_BACK -> XAException.XA_HEURRB;
            // Transaction managers retry after this code; for a one-phase commit they report a heuristic hazard.
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
        return failure(XAException.XAER_INVAL, call + " does not accept the flags 0x" + Integer.toHexString(flags));
    }

    static BranchId branchId(@Nullable Xid xid) throws XAException {
        if (xid == null || xid.getFormatId() == -1) {
            throw failure(XAException.XAER_INVAL, "The xid is null");
        }
        try {
            return new BranchId(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
        } catch (IllegalArgumentException | NullPointerException invalid) {
            throw failure(XAException.XAER_INVAL, "The xid is invalid: " + invalid.getMessage(), invalid);
        }
    }

    static Xid[] preparedXids(TransactionBranches branches) {
        return branches.prepared().stream()
                .map(StoredBranch::xid)
                .map(RecoveredXid::new)
                .toArray(Xid[]::new);
    }

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
