package dev.restante.model.codec;

import org.jspecify.annotations.Nullable;

/** Byte that identifies the class of an encoded value. Tags are stored and never change their meaning. */
final class ValueTag {

    static final int NULL = 0;
    static final int FALSE = 1;
    static final int TRUE = 2;
    static final int BYTE = 3;
    static final int SHORT = 4;
    static final int INTEGER = 5;
    static final int LONG = 6;
    static final int FLOAT = 7;
    static final int DOUBLE = 8;
    static final int STRING = 9;
    static final int CHARACTER = 10;
    static final int BYTES = 11;

    private ValueTag() {}

    static int of(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof String) {
            return STRING;
        }
        if (value instanceof Integer) {
            return INTEGER;
        }
        if (value instanceof Long) {
            return LONG;
        }
        if (value instanceof Boolean truth) {
            return truth ? TRUE : FALSE;
        }
        if (value instanceof Byte) {
            return BYTE;
        }
        if (value instanceof Short) {
            return SHORT;
        }
        if (value instanceof Float) {
            return FLOAT;
        }
        if (value instanceof Double) {
            return DOUBLE;
        }
        if (value instanceof Character) {
            return CHARACTER;
        }
        if (value instanceof byte[]) {
            return BYTES;
        }
        throw new IllegalArgumentException(
                "A value of class " + value.getClass().getName() + " cannot be encoded");
    }
}
