package dev.restante.cli.message;

import dev.restante.cli.shell.ConstantText;

/**
 * Enumeration of the ways in which the receive command settles each printed message: complete (remove), abandon (make
 * available again), defer or dead-letter.
 */
public enum SettlementOption {
    COMPLETE,
    ABANDON,
    DEFER,
    DEAD_LETTER;

    /** Texts of the settlements. */
    static final class Candidates extends ConstantText.Candidates {
        Candidates() {
            super(SettlementOption.values());
        }
    }
}
