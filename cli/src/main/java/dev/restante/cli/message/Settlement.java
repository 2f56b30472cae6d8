package dev.restante.cli.message;

/** What becomes of a received message that was printed. */
enum Settlement {
    COMPLETE,
    ABANDON,
    DEFER,
    DEAD_LETTER
}
