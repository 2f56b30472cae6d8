package dev.restante.jms.xa;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Recovery scan of an XA resource that returns all branches in the first call (XA-09). Thread-safe. */
final class RecoveryScan {

    @GuardedBy("this")
    private boolean open;

    /** Returns all branches if the call starts a scan, and otherwise an empty array. */
    Xid[] recover(int flags, XaExceptionTranslation.XaCallable<Xid[]> branches) throws XAException {
        if ((flags & ~(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)) != 0) {
            throw XaExceptionTranslation.invalidFlags("recover", flags);
        }
        boolean starts = (flags & XAResource.TMSTARTRSCAN) != 0;
        synchronized (this) {
            if (!starts && !open) {
                throw XaExceptionTranslation.failure(
                        XAException.XAER_INVAL, "No recovery scan is in progress." + " Begin one with TMSTARTRSCAN.");
            }
            open = (flags & XAResource.TMENDRSCAN) == 0;
        }
        return starts ? XaExceptionTranslation.call(branches) : new Xid[0];
    }
}
