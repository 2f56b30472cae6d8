package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The name that a transaction manager has given to a transaction branch: an xid. Its bytes are kept as they are,
 * whatever manager they are from (checklist XA-12). Immutable.
 */
public final class BranchId {

    /** The most bytes that each part of an xid has. */
    public static final int MAX_BYTES = 64;

    private final int formatId;
    private final byte[] globalId;
    private final byte[] qualifier;

    /**
     * A name.
     *
     * @param globalId of the transaction, up to {@value #MAX_BYTES} bytes
     * @param qualifier of the branch within the transaction, up to {@value #MAX_BYTES} bytes
     * @throws IllegalArgumentException if a part is longer
     */
    public BranchId(int formatId, byte[] globalId, byte[] qualifier) {
        this.formatId = formatId;
        this.globalId = checked(requireNonNull(globalId, "globalId"), "global transaction id");
        this.qualifier = checked(requireNonNull(qualifier, "qualifier"), "branch qualifier");
    }

    private static byte[] checked(byte[] part, String what) {
        if (part.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "the " + what + " of an xid has " + part.length + " bytes, more than " + MAX_BYTES);
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

    /** Format id, global id and qualifier, the last two in hexadecimal digits. */
    @Override
    public String toString() {
        return formatId + ":" + HexFormat.of().formatHex(globalId) + ":"
                + HexFormat.of().formatHex(qualifier);
    }

    /**
     * The name that {@link #toString} has written.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static BranchId parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(
                    ShownText.quoted(text) + " is no xid: it has three parts, divided by colons");
        }
        try {
            return new BranchId(
                    Integer.parseInt(parts[0]),
                    HexFormat.of().parseHex(parts[1]),
                    HexFormat.of().parseHex(parts[2]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    ShownText.quoted(text) + " is no xid: " + ShownText.of(String.valueOf(e.getMessage())), e);
        }
    }
}
