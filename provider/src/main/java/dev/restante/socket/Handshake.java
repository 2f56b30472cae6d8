package dev.restante.socket;

import dev.restante.model.DisplayText;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;

/**
 * First frame of a connection: protocol version, purpose and credentials. All protocol versions begin with the magic
 * text and the version.
 *
 * @param restanteVersion the release of the client, for error messages
 * @param user the user of the store's database
 * @param password the password of the store's database
 */
record Handshake(String restanteVersion, HandshakePurpose purpose, String user, String password) {

    /** Protocol version, which changes with the {@link RemoteCallTable}. Client and server need the same version. */
    static final int VERSION = 1;

    static final int MAX_BYTES = 16 << 10;

    private static final String MAGIC = "restante";

    enum HandshakePurpose {
        /** Administration of the store. */
        ADMINISTER,
        /** Handover of the store to the application that connects. */
        TAKE_OVER
    }

    Frame frame() {
        ByteWriter to = new ByteWriter(128);
        to.writeString(MAGIC);
        to.writeUnsigned(VERSION);
        to.writeString(restanteVersion);
        to.writeByte(purpose == HandshakePurpose.TAKE_OVER ? 1 : 0);
        to.writeString(user);
        to.writeString(password);
        return Frame.of(Frame.FrameKind.HANDSHAKE, to);
    }

    /**
     * Reads the frame.
     *
     * @throws ConnectionRejectedException if the frame has another version
     */
    static Handshake read(Frame frame, String ownRelease) throws ConnectionRejectedException {
        ByteReader from = frame.reader();
        if (frame.kind() != Frame.FrameKind.HANDSHAKE || !from.readString().equals(MAGIC)) {
            throw new IllegalArgumentException(
                    "The connection does not begin with a frame of kind " + Frame.FrameKind.HANDSHAKE);
        }
        int version = from.readUnsigned();
        String restanteVersion = from.readString();
        if (version != VERSION) {
            throw new ConnectionRejectedException(
                    RejectionReason.OTHER_VERSION,
                    "The process that has the store open uses Restante " + ownRelease
                            + ", and this process uses Restante " + restanteVersion
                            + ", which has another version of the administration protocol. Use"
                            + " the same version of Restante as that process");
        }
        HandshakePurpose purpose = from.readByte() == 1 ? HandshakePurpose.TAKE_OVER : HandshakePurpose.ADMINISTER;
        Handshake handshake = new Handshake(restanteVersion, purpose, from.readString(), from.readString());
        from.expectEnd();
        return handshake;
    }

    @Override
    public String toString() {
        return "Handshake[" + restanteVersion + ", " + purpose + ", user=" + user + "]";
    }

    /** Returns the exception for a user or password that the store rejects. */
    ConnectionRejectedException credentialsRejection() {
        return new ConnectionRejectedException(
                RejectionReason.CREDENTIALS, "The store rejects user " + DisplayText.quote(user) + " or the password");
    }
}
