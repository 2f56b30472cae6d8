package dev.restante.servers.crash;

import java.util.Arrays;
import java.util.Base64;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** XA resource without data, which records only the states of its branches. */
final class CrashXaResource implements XAResource {

    private record RecordedXid(int formatId, byte[] gtrid, byte[] bqual) implements Xid {

        static RecordedXid parse(String text) {
            String[] parts = text.split("\\.");
            Base64.Decoder decoder = Base64.getUrlDecoder();
            return new RecordedXid(Integer.parseInt(parts[0]), decoder.decode(parts[1]), decoder.decode(parts[2]));
        }

        @Override
        public int getFormatId() {
            return formatId;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return gtrid.clone();
        }

        @Override
        public byte[] getBranchQualifier() {
            return bqual.clone();
        }
    }

    private final CrashFiles files = CrashFiles.ofServer();

    /**
     * Encodes a branch as part of a file name. The result is short enough for a file name even if both ids of the
     * branch have the maximum length of 64 bytes.
     */
    private static String text(Xid xid) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return xid.getFormatId() + "." + encoder.encodeToString(xid.getGlobalTransactionId()) + "."
                + encoder.encodeToString(xid.getBranchQualifier());
    }

    @Override
    public int prepare(Xid xid) {
        files.prepared(text(xid));
        files.haltIfRequested("prepare");
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        files.haltIfRequested("commit");
        if (!onePhase && !files.inDoubt().contains(text(xid))) {
            throw new XAException(XAException.XAER_NOTA);
        }
        files.recordCompletion(text(xid), "commit");
    }

    @Override
    public void rollback(Xid xid) {
        files.recordCompletion(text(xid), "rollback");
    }

    @Override
    public Xid[] recover(int flags) {
        return (flags & TMSTARTRSCAN) == 0
                ? new Xid[0]
                : files.inDoubt().stream().map(RecordedXid::parse).toArray(Xid[]::new);
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public void forget(Xid xid) {}

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    @Override
    public String toString() {
        return "CrashXaResource" + Arrays.toString(files.inDoubt().toArray());
    }
}
