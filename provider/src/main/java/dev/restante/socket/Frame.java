package dev.restante.socket;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * One piece of what is said through a socket: its length in four bytes, its kind in one, and its content.
 *
 * @param content as the kind has it, empty for those that say all by themselves
 */
record Frame(Kind kind, byte[] content) {

    /** The length and the kind. */
    static final int HEAD_BYTES = Integer.BYTES + 1;

    /** The kinds of frames. */
    enum Kind {
        /** The first of whoever calls: a {@link Hello}. */
        HELLO(1),
        /** The answer to that: come in. */
        WELCOME(2),
        /**
         * The other answer to that, and the last word, also to a call, which was not made then: why not, see
         * {@link Refusal}. Every version reads it.
         */
        REFUSED(3),
        /** A call and its arguments. */
        CALL(4),
        /** How far a call has come that is watched; it waits for the answer. */
        PROGRESS(5),
        /** The answer to that: go on. */
        PROCEED(6),
        /** The other answer to that, which may also come unasked: end the work. */
        STOP(7),
        /** The call goes on: whoever waits may go on waiting. */
        WORKING(8),
        /** The result of a call. */
        RESULT(9),
        /** The call failed, see {@link Failure}. */
        FAILED(10);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        /** The kind with a code; null if there is none. */
        static @Nullable Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    static Frame of(Kind kind) {
        return new Frame(kind, new byte[0]);
    }

    static Frame of(Kind kind, ByteWriter content) {
        return new Frame(kind, content.toByteArray());
    }

    ByteReader reader() {
        return new ByteReader(content);
    }
}
