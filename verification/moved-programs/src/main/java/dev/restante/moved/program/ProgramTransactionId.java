package dev.restante.moved.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import javax.transaction.xa.Xid;

/** Transaction id that a program makes, as the XA examples of the providers do. */
record ProgramTransactionId(String name) implements Xid {

    @Override
    public int getFormatId() {
        return 1;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return name.getBytes(UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
        return "1".getBytes(UTF_8);
    }
}
