package dev.restante.jms.xa;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * The recovery scan of a resource, all in one go: the first call of a scan returns every branch, further ones none
 * (XA-09). Thread-safe.
 */
final class RecoveryScan {

    @GuardedBy("this")
    private boolean open;

    /**
     * One call.
     *
     * @param flags as of {@link XAResource#recover}
     * @param branches asks the store
     */
    Xid[] recover(int flags, XaCalls.Call<Xid[]> branches) throws XAException {
        if ((flags & ~(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)) != 0) {
            throw XaCalls.invalidFlags("recover", flags);
        }
        boolean starts = (flags & XAResource.TMSTARTRSCAN) != 0;
        synchronized (this) {
            if (!starts && !open) {
                throw XaCalls.failure(XAException.XAER_INVAL, "There is no recovery scan to go on with");
            }
            open = (flags & XAResource.TMENDRSCAN) == 0;
        }
        return starts ? XaCalls.translated(branches) : new Xid[0];
    }
}
