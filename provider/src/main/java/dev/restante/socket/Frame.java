package dev.restante.socket;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * Protocol frame of the local socket: length in four bytes, kind in one byte, and content.
 *
 * <pre>{@code
 * client                       server
 * HANDSHAKE               -->
 *                         <--  ADMITTED or REJECTED
 * CALL                    -->
 *                         <--  KEEP_ALIVE, repeated
 *                         <--  PROGRESS, repeated if the call is watched
 * PROCEED or STOP         -->
 *                         <--  RESULT, FAILED or REJECTED
 * }</pre>
 */
record Frame(FrameKind kind, byte[] content) {

    static final int HEADER_BYTES = Integer.BYTES + 1;

    enum FrameKind {
        /** First frame of the client: a {@link Handshake}. */
        HANDSHAKE(1),
        /** Admission, with the server's release and the largest size of a call. */
        ADMITTED(2),
        /**
         * Rejection with a {@link RejectionReason}, after which the connection ends. As the answer to a call it means
         * that the call was not executed. All protocol versions can read it.
         */
        REJECTED(3),
        /** Call with its arguments. */
        CALL(4),
        /** Progress of a watched call, which waits for PROCEED or STOP. */
        PROGRESS(5),
        /** Request to continue a watched call. */
        PROCEED(6),
        /** Request to cancel a watched call, which the client can also send without a PROGRESS frame. */
        STOP(7),
        /** Sign that a call continues, which restarts the timeout of the client. */
        KEEP_ALIVE(8),
        RESULT(9),
        /** Failure of a call, see {@link CallFailureCodec}. */
        FAILED(10);

        private final int code;

        FrameKind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        /** Returns the kind with a code; null if there is none. */
        static @Nullable FrameKind of(int code) {
            for (FrameKind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    static Frame of(FrameKind kind) {
        return new Frame(kind, new byte[0]);
    }

    static Frame of(FrameKind kind, ByteWriter content) {
        return new Frame(kind, content.toByteArray());
    }

    ByteReader reader() {
        return new ByteReader(content);
    }
}
