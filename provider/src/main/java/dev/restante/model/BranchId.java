package dev.restante.model;

import static java.util.Objects.requireNonNull;

import dev.restante.option.TextFormat;
import java.util.Arrays;
import java.util.HexFormat;

/** Xid of a transaction branch, with unchanged bytes of its transaction manager (XA-12). Immutable. */
public final class BranchId {

    /** Maximum length of the global transaction id and of the branch qualifier. */
    public static final int MAX_BYTES = 64;

    private final int formatId;
    private final byte[] globalId;
    private final byte[] qualifier;

    /**
     * @param globalId the global transaction id, up to {@value #MAX_BYTES} bytes
     * @param qualifier the branch qualifier, up to {@value #MAX_BYTES} bytes
     * @throws IllegalArgumentException if the global transaction id or the qualifier is too long
     */
    public BranchId(int formatId, byte[] globalId, byte[] qualifier) {
        this.formatId = formatId;
        this.globalId = checked(requireNonNull(globalId, "globalId"), "global transaction id");
        this.qualifier = checked(requireNonNull(qualifier, "qualifier"), "branch qualifier");
    }

    private static byte[] checked(byte[] part, String what) {
        if (part.length > MAX_BYTES) {
            throw new IllegalArgumentException("the " + what + " of an xid has " + part.length
                    + " bytes, but the limit is " + MAX_BYTES + " bytes");
        }
        return part.clone();
    }

    public int formatId() {
        return formatId;
    }

    public byte[] globalId() {
        return globalId.clone();
    }

    public byte[] qualifier() {
        return qualifier.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchId id
                && id.formatId == formatId
                && Arrays.equals(id.globalId, globalId)
                && Arrays.equals(id.qualifier, qualifier);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * formatId + Arrays.hashCode(globalId)) + Arrays.hashCode(qualifier);
    }

    /** Returns the format id, the global id and the qualifier, separated by colons. The last two are hexadecimal. */
    @Override
    public String toString() {
        return formatId + ":" + HexFormat.of().formatHex(globalId) + ":"
                + HexFormat.of().formatHex(qualifier);
    }

    /**
     * Parses the text form that {@link #toString} returns.
     *
     * @throws IllegalArgumentException if the text is not an xid
     */
    public static BranchId parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(
                    DisplayText.quote(text) + " is not an xid. An xid has three parts that are separated by colons.");
        }
        try {
            return new BranchId(
                    TextFormat.INTEGER.parse().apply(parts[0]),
                    HexFormat.of().parseHex(parts[1]),
                    HexFormat.of().parseHex(parts[2]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    DisplayText.quote(text) + " is not an xid: " + DisplayText.shorten(String.valueOf(e.getMessage())),
                    e);
        }
    }
}
