package dev.restante.socket;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;

/**
 * The beginning of a conversation: who calls, and what for. The mark and the version come first in every version.
 *
 * @param release of whoever calls, for messages
 * @param purpose what for
 * @param user of the store's database
 * @param password of the store's database
 */
record Hello(String release, Purpose purpose, String user, String password) {

    /**
     * Of what is said, as {@link Calls} has it: another one for whatever changes in it. Both sides need the same.
     */
    static final int VERSION = 1;

    static final int MOST_BYTES = 16 << 10;

    private static final String MARK = "restante";

    /** The purposes of a conversation. */
    enum Purpose {
        /** To administer the store. */
        ADMINISTER,
        /** To have the store given up, for the application that calls. */
        TAKE_OVER
    }

    Frame frame() {
        ByteWriter to = new ByteWriter(128);
        to.writeString(MARK);
        to.writeUnsigned(VERSION);
        to.writeString(release);
        to.writeByte(purpose == Purpose.TAKE_OVER ? 1 : 0);
        to.writeString(user);
        to.writeString(password);
        return Frame.of(Frame.Kind.HELLO, to);
    }

    /**
     * Reads it.
     *
     * @throws RefusedException if it is of another version
     */
    static Hello read(Frame frame, String ownRelease) throws RefusedException {
        ByteReader from = frame.reader();
        if (frame.kind() != Frame.Kind.HELLO || !from.readString().equals(MARK)) {
            throw new IllegalArgumentException("the conversation does not begin with " + Frame.Kind.HELLO);
        }
        int version = from.readUnsigned();
        String release = from.readString();
        if (version != VERSION) {
            throw new RefusedException(
                    Refusal.OTHER_VERSION,
                    "the process that has the store is Restante " + ownRelease + ", this is Restante " + release
                            + ", and they do not speak the same version of the local administration; use the release of the"
                            + " other process");
        }
        Purpose purpose = from.readByte() == 1 ? Purpose.TAKE_OVER : Purpose.ADMINISTER;
        Hello hello = new Hello(release, purpose, from.readString(), from.readString());
        from.expectEnd();
        return hello;
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "Hello[" + release + ", " + purpose + ", user=" + user + "]";
    }
}
