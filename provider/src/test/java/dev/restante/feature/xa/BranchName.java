package dev.restante.feature.xa;

import java.nio.charset.StandardCharsets;
import javax.transaction.xa.Xid;

/** Xid with a readable global transaction id. */
public record BranchName(byte[] getGlobalTransactionId) implements Xid {

    public static BranchName of(String global) {
        return new BranchName(global.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int getFormatId() {
        return 1;
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {1};
    }
}
