package dev.restante.model.codec;

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
}
