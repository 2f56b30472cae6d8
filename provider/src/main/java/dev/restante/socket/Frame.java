package dev.restante.socket;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;

/**
 * One piece of what is said through a socket: its length in four bytes, its kind in one, and its content.
 *
 * @param content as the kind has it, empty for those that say all by themselves
 */
record Frame(Kind kind, byte[] content) {

    /** The length and the kind. */
    static final int HEAD_BYTES = Integer.BYTES + 1;

    /** The kinds of frames; their order is their number, so that new ones go to the end. */
    enum Kind {
        /** The first of whoever calls: a {@link Hello}. */
        HELLO,
        /** The answer to that: come in. */
        WELCOME,
        /** The other answer to that, and the last word: why not, see {@link Refusal}. Every version reads it. */
        REFUSED,
        /** A call and its arguments. */
        CALL,
        /** How far a call has come that is watched; it waits for the answer. */
        PROGRESS,
        /** The answer to that: go on. */
        PROCEED,
        /** The other answer to that: end the work. */
        STOP,
        /** The call goes on: whoever waits may go on waiting. */
        WORKING,
        /** The result of a call. */
        RESULT,
        /** The call failed, see {@link Failure}. */
        FAILED;

        private static final Kind[] ALL = values();

        /** The kind of a number; null if there is none. */
        static @org.jspecify.annotations.Nullable Kind of(int number) {
            return number < ALL.length ? ALL[number] : null;
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
