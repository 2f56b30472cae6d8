package dev.restante.cli.message;

/** Settlement that the receive command applies to each printed message. */
enum SettlementOption {
    COMPLETE,
    ABANDON,
    DEFER,
    DEAD_LETTER
}
